// The service worker: what opens without a net, and reminders. docs/play.md says what is decided.
//
// The room's program, and whatever is the same for everybody and has been read once (games, rules, lessons), is kept here for when
// the room cannot be reached. Tables are not: the rules run in the room. Nothing about a person is ever kept.

import type { Reminder } from "../types";

declare const self: ServiceWorkerGlobalScope;

const KEPT = "muckle";
/** Files whose name has a hash of what is in them, so a copy is never stale. */
const HASHED = /^\/[a-z]+-[A-Z0-9]{8}\.(css|js)$/;
/** The links of a page to parts of the program that other pages need. */
const OTHER_PARTS = /<link rel="part".*?>/g;
/** Static files beside scripts and styles: fonts, icons, pictures, the manifest. */
const FILE = /^\/[\w-]+\.(woff2|svg|png|jpg|webmanifest)$/;
/** Answers that are the same for everybody. */
const PUBLIC = /^\/api\/(games|words|rules\/\w+|about\/\w+|lessons\/\w+)$/;

self.addEventListener("install", (event) => {
  void self.skipWaiting();
  event.waitUntil(keepProgram());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (!pathname.startsWith("/docs")) event.respondWith(page(event, pathname));
  } else if (HASHED.test(pathname)) event.respondWith(copyFirst(request));
  else if (FILE.test(pathname) || (PUBLIC.test(pathname) && !search)) event.respondWith(netFirst(request));
});

/** Keep the page and what shows it. The rest of the program is kept when somebody comes again. */
async function keepProgram(): Promise<void> {
  const answer = await fetch("/");
  if (answer.ok) await keepPage(answer, namesIn((await answer.clone().text()).replaceAll(OTHER_PARTS, "")));
}

/** Keep the page and files of the program that it names, and no other program. */
async function keepPage(answer: Response, wanted?: readonly string[]): Promise<void> {
  const kept = await caches.open(KEPT);
  const named = namesIn(await answer.clone().text());
  for (const { url } of await kept.keys()) {
    const { pathname } = new URL(url);
    if (HASHED.test(pathname) && !named.includes(pathname)) await kept.delete(url);
  }
  for (const name of wanted ?? named) if (!(await kept.match(name))) await kept.add(name);
  await kept.put("/", answer);
}

function namesIn(page: string): readonly string[] {
  return page.match(/\/[a-z]+-[A-Z0-9]{8}\.(?:css|js)/g) ?? [];
}

/** Answer with a page; the client's own shows every address, so its copy stands in for all of them. */
async function page(event: FetchEvent, pathname: string): Promise<Response> {
  try {
    const answer = await fetch(event.request);
    if (pathname === "/" && answer.ok) event.waitUntil(keepPage(answer.clone()).catch(() => undefined));
    return answer;
  } catch (error) {
    return (await caches.match("/")) ?? raise(error);
  }
}

async function copyFirst(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? netFirst(request);
}

async function netFirst(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      const copy = answer.clone();
      void caches.open(KEPT).then((kept) => kept.put(request, copy));
    }
    return answer;
  } catch (error) {
    return (await caches.match(request)) ?? raise(error);
  }
}

function raise(error: unknown): never {
  throw error;
}

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = (event.data?.json() ?? {}) as Partial<Reminder>;
  const told = self.registration.showNotification(title ?? "Your turn", {
    body: body ?? "",
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    tag: tag ?? "",
    data: url ?? "/",
  });
  const { setAppBadge } = self.navigator as { setAppBadge?: () => Promise<void> };
  event.waitUntil(Promise.all([told, setAppBadge?.call(self.navigator).catch(() => undefined)]));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(String(event.notification.data)));
});

/** Show a page: in the window that has it, else in a new one. */
async function show(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}
