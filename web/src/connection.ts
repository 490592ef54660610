// The connection to a match: a socket, or long polling where sockets do not get through. It keeps the newest scene and sees
// that every command is answered, with the same id after a reconnect, so that nothing is lost and nothing done twice.

import { freshId, problemOf, request } from "./api";
import { patched } from "./patch";
import type { Command, Done, Ping, Problem, Scene, ServerMessage } from "./types";

export type ConnectionState = "connecting" | "live" | "lost";

/** What the table wants to hear. */
export interface Listener {
  scene(scene: Scene): void;
  answer(command: Command, answer: Done | Problem): void;
  connection(state: ConnectionState): void;
  fatal(problem: Problem): void;
}

const PONG_WAIT = 2000;
const LAST_PAUSE = 6000;
/** The code with which the room closes a socket that asks for a match there is not. */
const NO_SUCH_MATCH = 4404;
/** Sockets that failed in a row before a poll is tried in between; without any scene it is tried at once. */
const PATIENCE = 2;

export class Connection {
  private socket: WebSocket | null = null;
  private polling: AbortController | null = null;
  private newest: Scene | null = null;
  private readonly unanswered = new Map<string, Command>();
  private failures = 0;
  private timer = 0;
  private pongTimer = 0;
  private closed = false;

  constructor(
    private readonly match: string,
    private readonly listener: Listener,
  ) {
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("pageshow", this.wake);
    window.addEventListener("online", this.wake);
    this.connect();
  }

  /** Stop for good. */
  close(): void {
    this.closed = true;
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("pageshow", this.wake);
    window.removeEventListener("online", this.wake);
    this.hangUp();
  }

  /** Send an action that answers the scene with this seq. */
  act(text: string, seq: number): Command {
    const command: Command = { type: "act", act: text, seq, cid: freshId() };
    this.unanswered.set(command.cid, command);
    this.send(command);
    return command;
  }

  /** Begin anew, for instance after sitting down: who looks may have changed. */
  restart(): void {
    this.newest = null;
    this.hangUp();
    this.connect();
  }

  private get path(): string {
    return `/api/matches/${encodeURIComponent(this.match)}`;
  }

  private get have(): number {
    return this.newest?.seq ?? 0;
  }

  private connect(): void {
    if (this.closed || this.socket) return;
    if (!this.polling) this.listener.connection(this.failures ? "lost" : "connecting");
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${this.path}/live?have=${this.have}`);
    this.socket = socket;
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = ({ code }) => (code === NO_SUCH_MATCH ? this.close() : this.dropped(socket));
  }

  private opened(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.polling?.abort();
    this.polling = null;
    this.listener.connection("live");
    for (const command of this.unanswered.values()) socket.send(JSON.stringify(command));
  }

  private dropped(socket: WebSocket): void {
    if (socket !== this.socket || this.closed) return;
    this.socket = null;
    clearTimeout(this.pongTimer);
    this.failures += 1;
    if (!this.polling) this.listener.connection("lost");
    if ((this.failures >= PATIENCE || !this.newest) && !this.polling) void this.poll();
    const pause = Math.random() * Math.min(LAST_PAUSE, 300 * 2 ** this.failures);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), pause);
  }

  private hangUp(): void {
    clearTimeout(this.timer);
    clearTimeout(this.pongTimer);
    this.polling?.abort();
    this.polling = null;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private send(command: Command): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
    else if (this.polling) void this.post(command);
  }

  private hear(message: ServerMessage): void {
    this.failures = 0;
    switch (message.type) {
      case "scene":
        this.show(message.scene);
        break;
      case "patch": {
        const next = this.newest && patched(this.newest, message);
        if (next) this.show(next);
        else if (message.seq !== this.have) this.restart();
        break;
      }
      case "done":
      case "problem":
        this.answered(message);
        break;
      case "pong":
        clearTimeout(this.pongTimer);
        if (message.seq !== this.have) this.restart();
        break;
    }
  }

  private show(scene: Scene): void {
    this.newest = scene;
    this.listener.scene(scene);
  }

  private answered(answer: Done | Problem): void {
    const command = this.unanswered.get(answer.cid ?? "");
    if (!command) {
      if (answer.type === "problem") this.listener.fatal(answer);
      return;
    }
    this.unanswered.delete(command.cid);
    this.listener.answer(command, answer);
  }

  /** Phones freeze sockets without a word: when the page is seen again, ask, and do not wait long. */
  private readonly wake = (): void => {
    if (document.visibilityState === "hidden" || this.closed) return;
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) {
      if (!socket) this.restartNow();
      return;
    }
    socket.send(JSON.stringify({ type: "ping", seq: this.have } satisfies Ping));
    clearTimeout(this.pongTimer);
    this.pongTimer = setTimeout(() => this.restartNow(), PONG_WAIT);
  };

  private restartNow(): void {
    this.hangUp();
    this.connect();
  }

  /** Long polling on the same cursor, until a socket opens. */
  private async poll(): Promise<void> {
    const polling = new AbortController();
    this.polling = polling;
    try {
      while (this.polling === polling) {
        const cursor = this.newest ? `?have=${this.have}&wait=25` : "";
        const scene = await request<Scene>(`${this.path}/scene${cursor}`, undefined, polling.signal);
        if (this.polling !== polling) return;
        this.listener.connection("live");
        if (JSON.stringify(scene) !== JSON.stringify(this.newest)) this.show(scene); // a friend may sit down, too
        for (const command of this.unanswered.values()) void this.post(command);
      }
    } catch (error) {
      if (this.polling !== polling) return;
      this.polling = null;
      this.listener.connection("lost");
      const problem = problemOf(error);
      if (problem.code !== "http.lost") this.listener.fatal(problem);
    }
  }

  private async post(command: Command): Promise<void> {
    try {
      this.answered(await request<Done>(`${this.path}/act`, command));
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code !== "http.lost") this.answered({ ...problem, cid: command.cid });
    }
  }
}
