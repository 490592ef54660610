// A line to the game room: a socket that comes back by itself, with back-off and jitter, or long polling where sockets do not
// get through. What is sent on it, and what is made of what comes, is for those who have one.

import type { Problem } from "../types";
import { problemOf, request } from "./api";

export type LineState = "connecting" | "live" | "lost";

/** What those who have a line want to hear of it. */
export interface LineListener {
  connection(state: LineState): void;
  fatal(problem: Problem): void;
}

const LAST_PAUSE = 6000;
/** The code with which the room closes a socket that asks for what there is not. */
const NO_SUCH = 4404;
/** Sockets that failed in a row before a poll is tried in between; without anything to show it is tried at once. */
const PATIENCE = 2;

/** `Shown` is what is shown, the newest counts; its seq is the cursor. */
export abstract class Line<Shown extends { seq?: number }> {
  protected newest: Shown | null = null;
  protected socket: WebSocket | null = null;
  protected failures = 0;
  protected closed = false;
  private polling: AbortController | null = null;
  private timer = 0;

  /** `start` must follow. */
  constructor(private readonly line: LineListener) {}

  /** The path of the socket. */
  protected abstract live(): string;
  /** The path where the same is polled, its query begun. */
  protected abstract polled(): string;
  /** A message came over the socket. */
  protected abstract hear(message: unknown): void;
  protected abstract tell(shown: Shown): void;
  /** The page is seen again, with a socket that seems open: phones freeze sockets without a word. */
  protected abstract awake(socket: WebSocket): void;
  /** The socket is open, or a poll has been answered: what waited can be sent. */
  protected abstract through(): void;

  /** Stop for good. */
  close(): void {
    this.closed = true;
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("pageshow", this.wake);
    window.removeEventListener("online", this.wake);
    this.hangUp();
  }

  /** Begin anew, for instance after sitting down: who looks may have changed. */
  restart(): void {
    this.newest = null;
    this.restartNow();
  }

  protected get have(): number {
    return this.newest?.seq ?? 0;
  }

  protected get polls(): boolean {
    return this.polling !== null;
  }

  protected start(): void {
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("pageshow", this.wake);
    window.addEventListener("online", this.wake);
    this.connect();
  }

  protected show(shown: Shown): void {
    this.newest = shown;
    this.tell(shown);
  }

  protected restartNow(): void {
    this.hangUp();
    this.connect();
  }

  protected hangUp(): void {
    clearTimeout(this.timer);
    this.polling?.abort();
    this.polling = null;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private connect(): void {
    if (this.closed || this.socket) return;
    if (!this.polling) this.line.connection(this.failures ? "lost" : "connecting");
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + this.live());
    this.socket = socket;
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => {
      this.failures = 0;
      this.hear(JSON.parse(String(event.data)));
    };
    socket.onclose = ({ code }) => (code === NO_SUCH ? this.close() : this.dropped(socket));
  }

  private opened(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.polling?.abort();
    this.polling = null;
    this.line.connection("live");
    this.through();
  }

  protected dropped(socket: WebSocket): void {
    if (socket !== this.socket || this.closed) return;
    this.socket = null;
    this.failures += 1;
    if (!this.polling) this.line.connection("lost");
    if ((this.failures >= PATIENCE || !this.newest) && !this.polling) void this.poll();
    const pause = Math.random() * Math.min(LAST_PAUSE, 300 * 2 ** this.failures);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), pause);
  }

  private readonly wake = (): void => {
    if (document.visibilityState === "hidden" || this.closed) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.awake(this.socket);
    else if (!this.socket) this.restartNow();
  };

  /** Long polling on the same cursor, until a socket opens. */
  private async poll(): Promise<void> {
    const polling = new AbortController();
    this.polling = polling;
    try {
      while (this.polling === polling) {
        const cursor = this.newest ? `have=${this.have}&wait=25` : "";
        const shown = await request<Shown>(this.polled() + cursor, undefined, polling.signal);
        if (this.polling !== polling) return;
        this.line.connection("live");
        if (JSON.stringify(shown) !== JSON.stringify(this.newest)) this.show(shown); // a friend may sit down, too
        this.through();
      }
    } catch (error) {
      if (this.polling !== polling) return;
      this.polling = null;
      this.line.connection("lost");
      const problem = problemOf(error);
      if (problem.code !== "http.lost") this.line.fatal(problem);
    }
  }
}
