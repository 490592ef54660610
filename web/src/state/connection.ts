// The connection to a match. It keeps the newest scene and repeats every command until the room answers it. A repeated command keeps
// its id, so the room never carries it out twice.

import type { Command, Done, Problem, Scene, ServerMessage, SetPace, Why } from "../types";
import { freshId, problemOf, request } from "./api";
import type { Device } from "./device";
import { Line, type LineState } from "./line";
import { applyPatch } from "./patch";

/** Callbacks of a connection. */
export interface Listener {
  scene(scene: Scene): void;
  answer(command: Command, answer: Done | Problem): void;
  connection(state: LineState): void;
  fatal(problem: Problem): void;
  /** Number of people who play the same event, each on a board of their own. */
  crowd(): number;
}

export interface Connection {
  /** Send an action chosen in the scene with this seq. */
  act(text: string, seq: number): Command;
  /** Ask for the view of another seat from now on; null: the spectators' view. */
  sit(seat: number | null): void;
  /** Fetch the whole scene again, because the viewer may have changed. */
  restart(): void;
  /** Return why none of these acts, of which there is at least one, is played. */
  why(acts: readonly string[]): Promise<Problem>;
  /** Tell the bots how fast to play. */
  setPace(pace: SetPace["pace"]): void;
  close(): void;
}

/** Where a table's scenes come from: a game room, or a lesson in its place. */
export type Source = (device: Device, match: string, listener: Listener) => Connection;

export function connect(device: Device, match: string, listener: Listener): Connection {
  const unanswered = new Map<string, Command>();
  const path = `/api/matches/${encodeURIComponent(match)}`;
  let eyes = ""; // query parameter that names the seat whose view is wanted

  const line: Line<Scene> = new Line(device, {
    socketPath: (have) => `${path}/live?${eyes}have=${have}`,
    pollPath: () => `${path}/scene?${eyes}`,
    message: (message) => hear(message as ServerMessage),
    show: (scene: Scene) => listener.scene(scene),
    open() {
      for (const command of unanswered.values()) send(command);
    },
    crowd: () => listener.crowd(),
    connection: (state) => listener.connection(state),
    fatal: (problem) => listener.fatal(problem),
  });

  function hear(message: ServerMessage): void {
    switch (message.type) {
      case "scene":
        line.show(message.scene);
        break;
      case "patch": {
        const next = line.newest && applyPatch(line.newest, message);
        if (next) line.show(next);
        else if (message.seq !== line.have) line.restart();
        if (message.done) answered(message.done);
        break;
      }
      case "done":
      case "problem":
        answered(message);
        break;
      case "pong":
        if (message.seq !== line.have) line.restart();
        break;
    }
  }

  function send(command: Command): void {
    if (!line.say(command) && line.polls) void post(command);
  }

  function answered(answer: Done | Problem): void {
    const command = unanswered.get(answer.cid ?? "");
    if (command) {
      unanswered.delete(command.cid);
      listener.answer(command, answer);
    } else if (answer.type === "problem") listener.fatal(answer);
  }

  async function post(command: Command): Promise<void> {
    try {
      answered(await request<Done>(`${path}/act?${eyes}`, command));
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code !== "http.lost") answered({ ...problem, cid: command.cid });
    }
  }

  return {
    act(text, seq) {
      const command: Command = { type: "act", act: text, seq, cid: freshId() };
      unanswered.set(command.cid, command);
      send(command);
      return command;
    },
    sit(seat) {
      eyes = seat == null ? "" : `seat=${seat}&`;
      line.restart();
    },
    restart: () => line.restart(),
    why: ([act = ""]) => request<Problem>(`${path}/why`, { act } satisfies Why).catch(problemOf),
    setPace(pace) {
      request<SetPace>(`${path}/pace`, { pace } satisfies SetPace).catch(() => undefined);
    },
    close: () => line.close(),
  };
}
