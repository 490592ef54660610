// A line to the game room: a socket that comes back by itself within seconds, or long polling where sockets do not get through. What is
// sent on it, and what is made of what comes, is for whoever opened it.

import type { Ping, Problem } from "../types";
import { problemOf, request } from "./api";
import type { Device, Socket, Timer } from "./device";

export type LineState = "connecting" | "live" | "lost";

/** Whoever opened a line: where it leads, and who hears what comes. */
export interface LineUser<Shown> {
  /** Path of the socket; `have` is the seq of the newest thing shown, 0 without one. */
  socketPath(have: number): string;
  /** Path where the same is polled, up to where its query goes on. */
  pollPath(): string;
  /** A message came over the socket. */
  message(message: unknown): void;
  /** Something newer is to be shown. */
  show(shown: Shown): void;
  /** The socket is open, or a poll was answered: what waited can be sent. */
  open(): void;
  /** How many others lose their lines together with this one. */
  crowd(): number;
  connection(state: LineState): void;
  fatal(problem: Problem): void;
}

/** `WebSocket.OPEN`. */
const OPEN = 1;
/** Milliseconds, all of them. A pause is drawn from 0 to the first, twice that, at most the last: a person waits, and
 * hundreds of pages come back to a room that was started anew. */
const FIRST_PAUSE = 600;
const LAST_PAUSE = 2000;
/** The longest where nobody waits: the page is not seen, or what it shows is polled. */
const IDLE_PAUSE = 15_000;
/** So much more for each of a crowd: a room that opens a thousand at once hears nobody. */
export const APART = 4;
/** A socket that is not open by then is given up for another, which gets half as long again: a dead line is not waited for,
 * a slow one has its time. One at a time: browsers open one after the other, those of other tabs included. */
const OPENING = 2000;
const LAST_OPENING = 8000;
/** A page that was woken several times at once tries once. */
const YOUNG = 250;
/** After so much silence the room is asked whether it is there. */
const SILENCE = 5000;
/** No answer by then, and another socket is tried, for the one there is may be dead; twice as long each time the first did answer. */
const DOUBT = 1000;
const LAST_DOUBT = 8000;
/** Seconds that a poll waits for news, if the one before was answered: the first asks only whether the room is there. */
const NEWS = 25;
/** The milliseconds after which the answer will not come any more. */
const OVER = { asked: 2000, waited: 10_000 };
/** The code with which the room closes a socket that asks for what there is not. */
const NO_SUCH = 4404;
/** Sockets that failed in a row before a poll is tried in between; without anything to show it is tried at once. */
const PATIENCE = 2;

/** `Shown` is what is shown, the newest counts; its seq is the cursor. */
export class Line<Shown extends { seq?: number }> {
  newest: Shown | null = null;
  /** Whether polls are answered: commands can be posted while no socket is open. */
  polls = false;
  /** The open socket; what is sent goes here. */
  private socket: Socket | null = null;
  /** The socket that is being opened, perhaps to replace the open one, and when that was begun. */
  private opening: Socket | null = null;
  private begun = 0;
  private failures = 0;
  private closed = false;
  private polling: AbortController | null = null;
  private retry: Timer;
  private repoll: Timer;
  private doubting: Timer;
  /** Whether the socket has not answered in time. */
  private doubted = false;
  private doubt = DOUBT;
  private heard = 0;
  private readonly sleepOn: () => void;

  constructor(
    private readonly device: Device,
    private readonly user: LineUser<Shown>,
  ) {
    this.sleepOn = device.onWaking(
      () => this.wake(),
      () => this.tick(),
    );
    this.connect();
  }

  /** Stop for good. */
  close(): void {
    this.closed = true;
    this.sleepOn();
    this.hangUp();
  }

  /** Begin anew, for instance after sitting down: the viewer may have changed. */
  restart(): void {
    this.newest = null;
    this.hangUp();
    this.connect();
  }

  get have(): number {
    return this.newest?.seq ?? 0;
  }

  show(shown: Shown): void {
    this.newest = shown;
    this.user.show(shown);
  }

  /** Send a message that will be answered, if the socket is open. Return whether it is. */
  say(message: object): boolean {
    if (this.socket?.readyState !== OPEN || this.doubted) return false;
    this.socket.send(JSON.stringify(message));
    this.doubting ??= setTimeout(() => this.doubtIt(), this.doubt);
    return true;
  }

  private hangUp(): void {
    this.giveUp();
    this.trust();
    this.stopPolling();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** Try a socket; the one there is may yet turn out to be alive. */
  private connect(): void {
    this.giveUp();
    if (this.closed) return;
    if (!this.socket && !this.polls) this.user.connection(this.failures ? "lost" : "connecting");
    const socket = this.device.openSocket(this.user.socketPath(this.have));
    this.begun = this.device.now();
    this.opening = socket;
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => this.received(socket, String(event.data));
    socket.onclose = ({ code }) => (code === NO_SUCH ? this.close() : this.dropped(socket));
    const patience = this.device.isHidden() ? OPENING : Math.min(LAST_OPENING, OPENING * 1.5 ** this.failures);
    this.retry = setTimeout(() => this.slow(), patience + this.user.crowd() * APART);
  }

  /** What is being tried is of no use any more. */
  private giveUp(): void {
    clearTimeout(this.retry);
    const socket = this.opening;
    this.opening = null;
    socket?.close();
  }

  private opened(socket: Socket): void {
    if (socket !== this.opening) return;
    clearTimeout(this.retry);
    this.opening = null;
    this.socket?.close();
    this.socket = socket;
    this.trust();
    this.stopPolling();
    this.heard = this.device.now();
    this.user.connection("live");
    this.user.open();
  }

  private received(socket: Socket, text: string): void {
    if (socket !== this.socket) return;
    this.failures = 0;
    this.heard = this.device.now();
    if (this.doubted) this.unfounded();
    else this.trust();
    this.user.message(JSON.parse(text));
  }

  /** The socket has spoken while another was tried in its place. */
  private unfounded(): void {
    this.doubt = Math.min(LAST_DOUBT, this.doubt * 2);
    this.trust();
    this.giveUp();
    this.stopPolling();
    this.user.connection("live");
    this.user.open();
  }

  /** The socket that is being tried takes too long. */
  private slow(): void {
    this.giveUp();
    this.failed();
    this.later(this.begun);
  }

  /** Try again, a pause after something was. */
  private later(since: number): void {
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), since + this.pause() - this.device.now());
  }

  private failed(): void {
    this.failures += 1;
    if ((this.failures >= PATIENCE || !this.newest) && !this.polling) void this.poll();
  }

  private dropped(socket: Socket): void {
    if (this.closed) return;
    if (socket === this.socket) {
      this.socket = null;
      this.trust();
      if (!this.polls) this.user.connection("lost");
      if (this.opening) return; // another is being tried already
    } else if (socket === this.opening) this.opening = null;
    else return;
    this.failed();
    this.later(this.device.now());
  }

  /** How long until the next try. */
  private pause(): number {
    const last = this.device.isHidden() || this.polls ? IDLE_PAUSE : LAST_PAUSE;
    return this.device.random() * (Math.min(last, FIRST_PAUSE * 2 ** (this.failures - 1)) + this.user.crowd() * APART);
  }

  /** The page is seen again, or the way to the room may have changed: sockets break then without a word. */
  private wake(): void {
    if (this.device.isHidden() || this.closed) return;
    if (this.socket?.readyState === OPEN && !this.doubted) this.ask();
    else if (this.device.now() - this.begun > YOUNG || !this.opening) this.connect();
  }

  /** From time to time: while the page is seen, silence is looked into. */
  private tick(): void {
    if (!this.device.isHidden() && this.socket && this.device.now() - this.heard > SILENCE) this.ask();
  }

  private ask(): void {
    this.say({ type: "ping", seq: this.have } satisfies Ping);
  }

  /** What was said is not answered. */
  private doubtIt(): void {
    this.doubting = undefined;
    if (this.closed || this.doubted) return;
    this.doubted = true;
    this.user.connection("lost");
    if (!this.opening) this.connect();
  }

  private trust(): void {
    clearTimeout(this.doubting);
    this.doubting = undefined;
    this.doubted = false;
  }

  /** Long polling on the same cursor, until a socket opens. */
  private async poll(): Promise<void> {
    clearTimeout(this.repoll);
    const polling = new AbortController();
    const begun = this.device.now();
    this.polling = polling;
    try {
      while (this.polling === polling) {
        const shown = await this.answer(polling);
        if (this.polling !== polling) return;
        if (!this.polls) this.reached();
        this.user.connection("live");
        if (JSON.stringify(shown) !== JSON.stringify(this.newest)) this.show(shown); // a friend may sit down, too
        this.user.open();
      }
    } catch (error) {
      if (this.polling !== polling) return;
      this.stopPolling();
      this.user.connection("lost");
      const problem = problemOf(error);
      if (problem.code !== "http.lost") this.user.fatal(problem);
      else this.repoll = setTimeout(() => void this.poll(), begun + this.pause() - this.device.now());
    }
  }

  /** A poll came through: what hangs since before that need not be waited for. */
  private reached(): void {
    this.polls = true;
    if (this.opening && this.device.now() - this.begun > YOUNG) this.connect();
  }

  private async answer(polling: AbortController): Promise<Shown> {
    const wait = this.polls ? NEWS : 0;
    const over = setTimeout(() => polling.abort(), wait * 1000 + (wait ? OVER.waited : OVER.asked));
    try {
      const cursor = this.newest ? `have=${this.have}&wait=${wait}` : "";
      return await request<Shown>(this.user.pollPath() + cursor, undefined, polling.signal);
    } finally {
      clearTimeout(over);
    }
  }

  private stopPolling(): void {
    clearTimeout(this.repoll);
    this.polling?.abort();
    this.polling = null;
    this.polls = false;
  }
}
