// The service worker of this device, and the switch for reminders: off until somebody taps it.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { request } from "../state/api";
import { storage } from "../state/device";
import type { Done, NoPush, PushKey, PushTo } from "../types";
import { Refusal } from "./cite";
import { useAnswer, useAsking } from "./request";

const WORKER = "/sw.js";
const ON = "reminders";

/** Start the service worker, where the browser has such and the page came by a safe way. */
export function startWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const policy = window.trustedTypes?.createPolicy("muckle-worker", { createScriptURL: () => WORKER });
  void navigator.serviceWorker
    .register(policy?.createScriptURL(WORKER) ?? WORKER)
    .then(freshen)
    .catch(() => undefined); // a browser may forbid it, and everything but this works without
}

/** Tell the room again where this device is reached, if its owner wants that: the room or the browser may have made a change. */
async function freshen(worker: ServiceWorkerRegistration): Promise<void> {
  if (!storage.get(ON) || !worker.pushManager) return;
  const there = await worker.pushManager.getSubscription();
  if (there) await keep(there);
  else storage.set(ON, "");
}

async function keep(subscription: PushSubscription): Promise<void> {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  await request<Done>("/api/me/push", { endpoint, p256dh, auth } satisfies PushTo);
}

class NotAllowed extends Error {
  override toString(): string {
    return this.message;
  }
}

async function subscribe(key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new NotAllowed("This browser does not allow it. Its settings for this page say why, and change that.");
  }
  const worker = await navigator.serviceWorker.ready;
  await keep(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  storage.set(ON, "yes");
}

async function unsubscribe(): Promise<void> {
  storage.set(ON, "");
  const there = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  if (!there) return;
  await request<Done>("/api/me/push/off", { endpoint: there.endpoint } satisfies NoPush);
  await there.unsubscribe();
}

/** The switch; nothing where the room or the browser has no reminders. */
export function ReminderSwitch(): JSX.Element | null {
  const { key = "" } = useAnswer<PushKey>("/api/me/push").found ?? {};
  const [on, setOn] = useState(storage.get(ON) === "yes");
  const { busy, problem, run } = useAsking();
  useEffect(() => setOn(storage.get(ON) === "yes"), [key]);
  if (!key || !("serviceWorker" in navigator)) return null;
  if (!("PushManager" in window)) return <AppFirst />;
  const change = (): void =>
    run(async () => {
      await (on ? unsubscribe() : subscribe(key));
      setOn(!on);
    });
  return (
    <p class="reminders">
      <button type="button" class="act" data-act="remind" aria-pressed={on} disabled={busy} onClick={change}>
        {on ? "Reminders are on: switch off" : "Tell me here when it is my turn"}
      </button>{" "}
      <small>
        {on ? "This device is told when a table waits for you." : "When you are away from the table. Off until you switch it on."}
      </small>
      {problem && <Refusal problem={problem} />}
    </p>
  );
}

/** Telephones that give reminders to installed pages only. */
function AppFirst(): JSX.Element | null {
  const { standalone } = navigator as { standalone?: boolean };
  if (standalone !== false) return null;
  return (
    <p class="reminders small">To be told when it is your turn, put this page on your home screen first: Share, then Add to Home Screen.</p>
  );
}
