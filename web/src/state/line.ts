// A line to the game room: a WebSocket that reconnects within seconds, or long polling where no socket gets through. The owner of the
// line decides what is sent and what messages mean.

import type { Ping, Problem } from "../types";
import { problemOf, request } from "./api";
import type { Device, Socket, Timer } from "./device";

export type LineState = "connecting" | "live" | "lost";

/** The owner of a line: its paths and callbacks. */
interface LineUser<Shown> {
  /** Path of the socket; `have` is the seq of the newest thing shown, 0 if there is none. */
  socketPath(have: number): string;
  /** Path for polling, ending where query parameters can be appended. */
  pollPath(): string;
  /** A message came over the socket. */
  message(message: unknown): void;
  /** Something newer is to be shown. */
  show(shown: Shown): void;
  /** The line works: waiting messages can be sent. */
  open(): void;
  /** Number of other pages that would reconnect at the same time as this one. */
  crowd(): number;
  connection(state: LineState): void;
  fatal(problem: Problem): void;
}

/** `WebSocket.OPEN`. */
const OPEN = 1;
/** Milliseconds before a reconnect are drawn from 0 up to this, which doubles with each failure up to `LAST_PAUSE`: a person waits,
 * and hundreds of pages may reconnect to a restarted room. */
const FIRST_PAUSE = 600;
const LAST_PAUSE = 2000;
/** The longest pause, in milliseconds, where nobody waits: the page is hidden, or polling works. */
const IDLE_PAUSE = 15_000;
/** Milliseconds that each page of a crowd adds to pauses: a room cannot open a thousand sockets at once. */
export const APART = 4;
/** Milliseconds that the first socket has to open; each further one gets half as long again, up to `LAST_OPENING`. Only one opens at a
 * time, because browsers open the sockets of all tabs one after the other. */
const OPENING = 2000;
const LAST_OPENING = 8000;
/** Milliseconds in which several wake-ups count as one. */
const YOUNG = 250;
/** Milliseconds of silence after which the room is pinged. */
const SILENCE = 5000;
/** Milliseconds without an answer until a second socket is opened; doubled each time the first answers after all. */
const DOUBT = 1000;
const LAST_DOUBT = 8000;
/** Seconds that a poll waits for news. The first poll does not wait: it only asks whether the room is there. */
const NEWS = 25;
/** Milliseconds until a poll times out: without waiting for news, and on top of the wait. */
const OVER = { asked: 2000, waited: 10_000 };
/** Close code of a socket to something that does not exist. */
const NO_SUCH = 4404;
/** Sockets that must fail in a row before polling starts; without anything to show it starts at once. */
const PATIENCE = 2;

/** `Shown` is what the page shows; its seq is the cursor for what comes next. */
export class Line<Shown extends { seq?: number }> {
  newest: Shown | null = null;
  /** Whether polling works, so that commands can be posted without a socket. */
  polls = false;
  /** The open socket. */
  private socket: Socket | null = null;
  /** The socket that is being opened, perhaps to replace the open one. */
  private opening: Socket | null = null;
  /** When `opening` was created, on the device's clock. */
  private begun = 0;
  private failures = 0;
  private closed = false;
  private polling: AbortController | null = null;
  private retry: Timer;
  private repoll: Timer;
  private doubting: Timer;
  /** Whether the open socket failed to answer in time. */
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

  /** Forget what was shown and reconnect, for instance when the viewer has changed. */
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

  /** Send a message that the room answers. Return false if no socket is open. */
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

  /** Open a socket beside the present one, which may turn out to be alive. */
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

  /** Abandon the socket that is being opened. */
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

  /** The doubted socket has answered: keep it and abandon its replacement. */
  private unfounded(): void {
    this.doubt = Math.min(LAST_DOUBT, this.doubt * 2);
    this.trust();
    this.giveUp();
    this.stopPolling();
    this.user.connection("live");
    this.user.open();
  }

  /** The socket that is being opened takes too long. */
  private slow(): void {
    this.giveUp();
    this.failed();
    this.later(this.begun);
  }

  /** Reconnect one pause after the given time. */
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
      if (this.opening) return; // its replacement is being opened already
    } else if (socket === this.opening) this.opening = null;
    else return;
    this.failed();
    this.later(this.device.now());
  }

  /** Return a random pause before the next socket, in milliseconds. */
  private pause(): number {
    const last = this.device.isHidden() || this.polls ? IDLE_PAUSE : LAST_PAUSE;
    return this.device.random() * (Math.min(last, FIRST_PAUSE * 2 ** (this.failures - 1)) + this.user.crowd() * APART);
  }

  /** The page is visible again or the network may have changed: sockets break then without notice. */
  private wake(): void {
    if (this.device.isHidden() || this.closed) return;
    if (this.socket?.readyState === OPEN && !this.doubted) this.ask();
    else if (this.device.now() - this.begun > YOUNG || !this.opening) this.connect();
  }

  /** Ping the room after a long silence, while the page is visible. */
  private tick(): void {
    if (!this.device.isHidden() && this.socket && this.device.now() - this.heard > SILENCE) this.ask();
  }

  private ask(): void {
    this.say({ type: "ping", seq: this.have } satisfies Ping);
  }

  /** The open socket has not answered in time: open another one beside it. */
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

  /** Poll with the same cursor until a socket opens. */
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
        if (JSON.stringify(shown) !== JSON.stringify(this.newest)) this.show(shown); // names change without a new seq
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

  /** The first poll succeeded: replace a socket that has been hanging since before. */
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
