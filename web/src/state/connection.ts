// The connection to a match. It keeps the newest scene and sees that every command is answered, with the same id after a
// reconnect, so that nothing is lost and nothing done twice.

import type { Command, Done, Problem, Scene, ServerMessage } from "../types";
import { freshId, problemOf, request } from "./api";
import { Line, type LineListener } from "./line";
import { patched } from "./patch";

/** What the table wants to hear. */
export interface Listener extends LineListener {
  scene(scene: Scene): void;
  answer(command: Command, answer: Done | Problem): void;
}

export class Connection extends Line<Scene> {
  private readonly unanswered = new Map<string, Command>();

  constructor(
    private readonly match: string,
    private readonly listener: Listener,
    /** Whose view it is, on a device that is handed on; null nobody's. */
    private seat: number | null,
    /** How many play beside, each at a board of their own. */
    private readonly players: () => number,
  ) {
    super(listener);
    this.start();
  }

  /** Send an action that answers the scene with this seq. */
  act(text: string, seq: number): Command {
    const command: Command = { type: "act", act: text, seq, cid: freshId() };
    this.unanswered.set(command.cid, command);
    this.send(command);
    return command;
  }

  /** Look through another seat's eyes from now on, or nobody's. */
  sit(seat: number | null): void {
    this.seat = seat;
    this.restart();
  }

  private get eyes(): string {
    return this.seat == null ? "" : `seat=${this.seat}&`;
  }

  private get path(): string {
    return `/api/matches/${encodeURIComponent(this.match)}`;
  }

  protected override live(): string {
    return `${this.path}/live?${this.eyes}have=${this.have}`;
  }

  protected override newsOf(): string {
    return `${this.path}/scene?${this.eyes}`;
  }

  protected override through(): void {
    for (const command of this.unanswered.values()) this.send(command);
  }

  protected override crowd(): number {
    return this.players();
  }

  private send(command: Command): void {
    if (!this.say(command) && this.polls) void this.post(command);
  }

  protected override hear(message: ServerMessage): void {
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
        if (message.seq !== this.have) this.restart();
        break;
    }
  }

  protected override tell(scene: Scene): void {
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

  private async post(command: Command): Promise<void> {
    try {
      this.answered(await request<Done>(`${this.path}/act?${this.eyes}`, command));
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code !== "http.lost") this.answered({ ...problem, cid: command.cid });
    }
  }
}
