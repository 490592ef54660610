// Requests to the game room. A refusal is a `Refused` error that carries the Problem.

import type { Problem } from "../types";
import { isOffline } from "./device";

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

const LOST: Problem = {
  type: "problem",
  code: "http.lost",
  message: "The game room cannot be reached. Is it still running?",
};

const NO_NET: Problem = {
  ...LOST,
  message: "This device has no connection. Rules and lessons that were opened here before can be read; a table needs the game room.",
};

/** Send a request and return its JSON answer; `body` makes it a POST. Raises `Refused`. */
export async function request<T>(path: string, body?: object, signal?: AbortSignal): Promise<T> {
  const response = await ask(path, body, signal);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as T;
  throw refused(response, answer);
}

/** Fetch a text. Raises `Refused`. */
export async function requestText(path: string): Promise<string> {
  const response = await ask(path);
  if (response.ok) return response.text();
  throw refused(response, await response.json().catch(() => null));
}

/** Yield the lines of a streamed JSON answer as they come. `signal` ends the request. Raises `Refused`. */
export async function* stream<T>(path: string, body: object | undefined, signal: AbortSignal): AsyncGenerator<T> {
  const response = await ask(path, body, signal);
  if (!response.ok || !response.body) throw refused(response, await response.json().catch(() => null));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as T;
  }
}

async function ask(path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  const send = () =>
    fetch(path, {
      method: body ? "POST" : "GET",
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      ...(signal && { signal }),
    });
  try {
    const response = await send();
    return response.status === 401 ? await send() : response; // the refusal brought a cookie, if this browser keeps any
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused(isOffline() ? NO_NET : LOST);
  }
}

function refused({ status }: Response, answer: unknown): Refused {
  return new Refused(isProblem(answer) ? answer : { ...LOST, message: `The game room answered ${status}.` });
}

/** Return the problem to show for anything that was thrown. */
export function problemOf(error: unknown): Problem {
  return error instanceof Refused ? error.problem : { ...LOST, message: String(error) };
}

/** Return whether an answer is a problem. */
export function isProblem(answer: unknown): answer is Problem {
  return typeof answer === "object" && answer !== null && "message" in answer && "code" in answer;
}

/** Return a random id. `crypto.randomUUID` is missing on pages that came over plain http. */
export function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
}
