// The connection to a match. It keeps the newest scene and sees that every command is answered: one that was on its way when the line
// broke is sent again with the same id, so that nothing is lost and nothing done twice.

import type { Command, Done, Problem, Scene, ServerMessage } from "../types";
import { freshId, problemOf, request } from "./api";
import type { Device } from "./device";
import { Line, type LineState } from "./line";
import { patched } from "./patch";

/** What the table hears of its connection. */
export interface Listener {
  scene(scene: Scene): void;
  answer(command: Command, answer: Done | Problem): void;
  connection(state: LineState): void;
  fatal(problem: Problem): void;
  /** How many people play beside, each at a board of their own. */
  crowd(): number;
}

export interface Connection {
  /** Send an action that answers the scene with this seq. */
  act(text: string, seq: number): Command;
  /** Look through another seat's eyes from now on; null: nobody's. */
  sit(seat: number | null): void;
  /** Ask for everything anew, as the viewer may be somebody else now. */
  restart(): void;
  close(): void;
}

export function connect(device: Device, match: string, listener: Listener): Connection {
  const unanswered = new Map<string, Command>();
  const path = `/api/matches/${encodeURIComponent(match)}`;
  let eyes = ""; // the query that names the seat whose view it is

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
        const next = line.newest && patched(line.newest, message);
        if (next) line.show(next);
        else if (message.seq !== line.have) line.restart();
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
    close: () => line.close(),
  };
}
