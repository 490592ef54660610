// A device for tests: its clock goes when the test says so, its sockets are opened and cut by the test.

import { mock } from "node:test";
import type { Device, Socket } from "../src/state/device";

export interface FakeSocket extends Socket {
  readonly path: string;
  readyState: 0 | 1 | 3;
  /** Messages that the client sent. */
  readonly sent: { type: string; cid?: string; act?: string; seq?: number }[];
  /** The room accepts the connection. */
  accept(): void;
  /** The room says something. */
  tell(message: object): void;
  /** The connection breaks. */
  cut(): void;
}

export interface FakeDevice extends Device {
  readonly sockets: FakeSocket[];
  readonly visited: string[];
  hidden: boolean;
  calm: boolean;
  /** The page wakes up. */
  wake(): void;
}

/** Take over timers, the clock and the stored values, of which there are none; `mock.timers.tick` lets time pass. */
export function fakeDevice(): FakeDevice {
  const stored = new Map<string, string>();
  const localStorage = { getItem: (key: string) => stored.get(key), setItem: (key: string, value: string) => stored.set(key, value) };
  Object.assign(globalThis, { localStorage });
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 0 });
  const sockets: FakeSocket[] = [];
  const visited: string[] = [];
  let woken = (): void => undefined;
  return {
    sockets,
    visited,
    hidden: false,
    calm: true,
    now: () => Date.now(),
    random: () => 1, // the longest pause
    isHidden() {
      return this.hidden;
    },
    isCalm() {
      return this.calm;
    },
    openSocket(path) {
      const socket = fakeSocket(path);
      sockets.push(socket);
      return socket;
    },
    onWaking(wake, tick) {
      woken = wake;
      const timer = setInterval(tick, 1000);
      return () => clearInterval(timer);
    },
    origin: () => "http://room",
    go: (path) => visited.push(path),
    wake: () => woken(),
  };
}

function fakeSocket(path: string): FakeSocket {
  return {
    path,
    readyState: 0,
    sent: [],
    onopen: null,
    onmessage: null,
    onclose: null,
    send(text) {
      this.sent.push(JSON.parse(String(text)));
    },
    close() {
      this.readyState = 3;
    },
    accept() {
      this.readyState = 1;
      this.onopen?.call(this as unknown as WebSocket, {} as Event);
    },
    tell(message) {
      this.onmessage?.call(this as unknown as WebSocket, { data: JSON.stringify(message) } as MessageEvent);
    },
    cut() {
      this.readyState = 3;
      this.onclose?.call(this as unknown as WebSocket, { code: 1006 } as CloseEvent);
    },
  };
}

/** Answer every request with the next of these, or with no connection. */
export function fakeRoom(...answers: (object | null)[]): { path: string; body: unknown }[] {
  const asked: { path: string; body: unknown }[] = [];
  mock.method(globalThis, "fetch", (path: string, { body }: { body?: string } = {}) => {
    asked.push({ path, body: body && JSON.parse(body) });
    const answer = answers.shift();
    return answer ? Promise.resolve(Response.json(answer)) : Promise.reject(new TypeError("no connection"));
  });
  return asked;
}

/** Let everything that waits for a promise go on. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
}
