// Made by web/make_types.py from scene/contract.py and the messages of server. Do not edit.

export const VERSION = 1;

export type About = {
  name: string;
  title: string;
  game: string;
  sentence: string;
  emblem: readonly Face[];
  facts: readonly ([string, string])[];
  timed: string;
  examples: readonly ShownExample[];
  tips: readonly string[];
  variants: readonly Variant[];
  history: readonly string[];
  credits: readonly Credit[];
  unsaid: string;
  words: string;
  source: string;
  contacts: readonly Contact[];
};

export type Act = {
  label: string;
  verb: string;
  on?: string;
  to?: string;
  key?: string;
  ask?: Ask | null;
  main?: boolean;
  gain?: string;
  confirm?: string;
  note?: string;
  half?: string;
  short?: string;
};

export type Advice = { unit: "chance" | "points"; suggestions: readonly Suggestion[]; share: number; forced?: boolean };

export type Alternative = { action: string; expected: number | null; loss: number | null; margin: number | null };

export type AnalysisHead = { unit: "chance" | "points"; decisions: number; ends: readonly number[] };

export type AnotherEvent = { type: "again" };

export type ApproveNames = { type: "approve"; player?: number };

export type Arrange = { was: readonly string[]; seats: readonly string[]; options?: { readonly [key: string]: number | string } };

export type Ask = {
  name: string;
  label: string;
  kind?: "choice" | "letter" | "word";
  choices?: readonly string[];
  least?: number;
  most?: number;
  gains?: readonly string[];
};

export type Assist = { word: string };

export type Attempt = { score: number; lines: readonly ScoredLine[]; beaten: number; rating?: string; own?: string; won?: boolean };

export type Award = {
  what: string;
  why: string;
  seats?: readonly number[];
  points?: string;
  faces?: readonly Face[];
  pays?: readonly Face[];
  note?: string;
  zone?: string;
};

export type BestWord = { word: string; points: number; names: readonly string[]; times: number };

export type BirdInfo = { name: string; title: string; level: string; help: string };

export type Blocks = { points: number; full?: number; empty?: number };

export type Called = { type: "call"; turn: number };

export type Catalogue = {
  games: readonly GameInfo[];
  birds: readonly BirdInfo[];
  own_players: readonly BirdInfo[];
  usual: string;
  vocabularies: readonly string[];
  lessons: readonly string[];
  progress: string;
  docs: boolean;
  keep_unplayed: number;
  keep_matches: number;
};

export type Cell = { label?: string; look?: "" | "double-letter" | "double-word" | "start" | "triple-letter" | "triple-word" };

export type Choice = { label: string; count: number; own?: boolean };

export type Claim = { decision: "claim"; by?: number; why?: string; cid?: string; member?: number; code?: string };

export type ClientMessage = Command | Ping;

export type Climb = { name: string; before: number; place: number };

export type Close = { decision: "close"; by?: number; why?: string; cid?: string };

export type Closed = { type: "close" };

export type Code = { code: string };

export type Codes = { codes: readonly Unused[] };

export type Command = { type: "act"; act: string; seq: number; cid: string };

export type Contact = { text: string; link?: string };

export type Correct = {
  decision: "correct";
  by?: number;
  why?: string;
  cid?: string;
  member?: number;
  event?: string;
  score?: number | null;
  longest?: number;
  was?: number | null;
};

export type Credit = { did: string; names: readonly string[]; note?: string };

export type DailyGame = { name: string; title: string; score?: number | null };

export type DailyView = {
  game: string;
  title: string;
  games: readonly DailyGame[];
  bots: readonly string[];
  line: string;
  blocks: string;
  words: boolean;
  day: string;
  left: number;
  told: readonly Told[];
  played: number;
  week: readonly (number | null)[];
  streak: number;
  longest: number;
  match?: string;
  par?: number | null;
  own?: Attempt | null;
  results?: DayPlayed | null;
  before?: DayBefore | null;
};

export type DayBefore = { day: string; results: DayPlayed; score?: number | null; match?: string; lines?: readonly ScoredLine[] };

export type DayPlayed = { spread: readonly ([number, number])[]; par?: number | null; par_match?: string; won?: number };

export type Definition = { text: string; kind?: string; base?: string; see?: boolean; source?: string };

export type Done = { type: "done"; cid: string; seq: number };

export type Enter = { decision: "enter"; by?: number; why?: string; cid?: string; member?: number; name?: string };

export type Evening = { first: string; players: readonly EveningPlayer[]; games: readonly EveningGame[]; people: number; chooses: boolean };

export type EveningGame = { match: string; game: string; title: string; at: number; rows?: readonly EveningRow[]; result?: string };

export type EveningPlayer = { name: string; points: number; won: number; played: number; bird?: string; you?: boolean };

export type EveningRow = { player: number; place: number; score: string; points: number };

export type EventResult = { event: string; score: number; place: number; points: number; corrected?: boolean };

export type EventView = {
  type: "event";
  code: string;
  seq: number;
  title: string;
  phase: "joining" | "over" | "paused" | "playing";
  round: number;
  rounds: number;
  pace: string;
  dictionary: string;
  open: boolean;
  real_cards: boolean;
  advice: boolean;
  names: "after_approval" | "at_once" | "numbers";
  turn: number;
  cards: number;
  face: Face | null;
  last: readonly Face[];
  letters: readonly number[];
  players: number;
  done: number;
  here: number;
  newest: readonly string[];
  seconds: number;
  left: number;
  commitment: string;
  standings: Standings | null;
  you: You;
  series?: string;
  message?: string;
  closed?: boolean;
  own_deck?: boolean;
  ordered?: number;
  told?: number;
  claims?: number;
  longest?: boolean;
  all_done?: boolean;
  claimed?: readonly JustClaimed[];
  next?: string;
  after?: boolean;
  claimed_more?: number;
};

export type Extended = { type: "extend"; seconds: number };

export type Face = {
  kind: "card" | "coin" | "letters" | "piecepack" | "text" | "tile";
  text: string;
  second?: string;
  value?: number | null;
  on?: string;
};

export type Fairness = { title: string; text: string; commitment: string; match?: string; salts?: readonly string[]; secret?: string };

export type Fork = { step: number; turn: number; choices: readonly Choice[] };

export type ForkFrom = { step: number };

export type GameInfo = {
  name: string;
  title: string;
  tagline: string;
  version: number;
  seats: [number, number];
  best: [number, number] | null;
  minutes: [number, number] | null;
  for_seats: { readonly [key: string]: { readonly [key: string]: number | string } };
  options: readonly OptionField[];
  presets: readonly PresetInfo[];
  emblem: readonly Face[];
  ready: boolean;
};

export type GameRecord = { game: string; title: string; matches: number; won: number; best: number | null };

export type Goal = { at: number; most: number; text: string; reached?: number };

export type Hint = { words?: string };

export type HintLines = { lines: readonly string[] };

export type Join = { seat?: number | null; name?: string; salt?: string };

export type JoinEvent = { name?: string; salt?: string; novice?: boolean; member?: number };

export type Joined = { match: string; seat: number | null; link: string; commitment: string; seats?: readonly number[] };

export type JudgedDecision = {
  number: number;
  turn: number;
  seat: number;
  action: string;
  best: string;
  claim: string;
  expected: number | null;
  error: number | null;
  loss: number | null;
  margin: number | null;
  mistake: boolean;
  lead: number;
  ranked: readonly Alternative[];
};

export type JustClaimed = { name: string; word: string; points: number; cards: readonly Face[] };

export type Lead = Called | Uncalled | Paused | Resumed | Extended | OwnDeck | ResultTold | LetIn | Opened | Closed | Paced | RemovePlayer | ApproveNames | RenamePlayer | MergePlayers | RelieveCallers | NextRound | AnotherEvent;

export type LeaveOut = { decision: "leave_out"; by?: number; why?: string; cid?: string; event?: string };

export type Lesson = { name: string; game: string; title: string; steps: readonly LessonStep[] };

export type LessonStep = {
  scene: Scene;
  coach: string;
  act: string;
  answer?: string;
  rule?: string;
  lights?: readonly string[];
  said?: { readonly [key: string]: string };
  otherwise?: string;
  before?: readonly Scene[];
};

export type LetIn = { type: "let_in" };

export type ListInfo = { name: string; words: number; two_letter: number; sha256: string; credit: string; like?: string };

export type Merge = { decision: "merge"; by?: number; why?: string; cid?: string; member?: number; into?: number };

export type MergePlayers = { type: "merge"; player: number; into: number };

export type Named = {
  number: number;
  name: string;
  here?: boolean;
  done?: boolean;
  hidden?: boolean;
  claim?: TypedScore | null;
  sharing?: number | null;
};

export type NewEvent = {
  title?: string;
  preset?: string;
  options?: { readonly [key: string]: number | string };
  rounds?: number;
  bots?: number;
  level?: string;
  real_cards?: boolean;
  names?: "after_approval" | "at_once" | "numbers";
  emoji?: boolean;
};

export type NewMatch = {
  game: string;
  preset?: string;
  options?: { readonly [key: string]: number | string };
  seats?: readonly string[];
  name?: string;
  away?: number;
  listed?: boolean;
  talk?: boolean;
  timing?: Timing;
};

export type NewSeries = { title?: string; name?: string; tie?: "longest_word" | "shared"; pays?: readonly number[] };

export type NextGame = { game?: string };

export type NextRound = { type: "next" };

export type NoPush = { endpoint: string };

export type OpenTable = { match: string; game: string; title: string; names: readonly string[]; free: number; begun: boolean };

export type OpenTables = { tables: readonly OpenTable[] };

export type Opened = { type: "open" };

export type OptionAt = { title: string; said: string; rule: string; changed: boolean };

export type OptionField = {
  name: string;
  default: number | string;
  help: string;
  least?: number | null;
  most?: number | null;
  choices?: readonly string[];
  free?: boolean;
  rule?: string;
  title?: string;
  said?: readonly string[];
  for_tests?: boolean;
};

export type Order = { cards: string; round?: number };

export type Organise = { decision: "organise"; by?: number; why?: string; cid?: string; word?: string; name?: string };

export type OwnDeck = { type: "own_deck" };

export type OwnRecord = { played: readonly PlayedMatch[]; games: readonly GameRecord[]; streak: number };

export type OwnTable = { match: string; game: string; title: string; names?: readonly string[]; free?: number; waits?: boolean };

export type OwnTables = { tables: readonly OwnTable[] };

export type OwnWord = { word: string; points: number };

export type Paced = { type: "pace"; pace: string };

export type PatchMessage = { type: "patch"; base: number; seq: number; changes: { readonly [key: string]: unknown }; done?: Done | null };

export type Paused = { type: "pause"; message?: string };

export type Piece = {
  label: string;
  face?: Face | null;
  owner?: number | null;
  came?: string;
  marks?: readonly string[];
  looks?: readonly ("head" | "new" | "winning" | "won")[];
};

export type Ping = { type: "ping"; seq: number };

export type Place = {
  place: number;
  number: number;
  name: string;
  score: number;
  longest?: number;
  shared?: boolean;
  before?: number;
  late?: boolean;
  rose?: number;
};

export type PlayDaily = { name?: string; game?: string };

export type PlayedMatch = {
  match: string;
  game: string;
  title: string;
  at: number;
  others?: readonly string[];
  title_of_end?: string;
  score?: string;
  place?: number;
  daily?: string;
};

export type Players = { players: readonly Named[]; kept_out?: number };

export type Pong = { type: "pong"; seq: number };

export type PresetInfo = {
  name: string;
  title: string;
  help: string;
  values: { readonly [key: string]: number | string };
  small?: boolean;
  picture?: readonly (readonly (Face | null)[])[];
};

export type Problem = { type: "problem"; code: string; message: string; rule?: string; cid?: string };

export type PushKey = { key: string };

export type PushTo = { endpoint: string; p256dh: string; auth: string };

export type Reckoning = {
  number: number;
  title: string;
  text: string;
  go_on: string;
  sums: readonly Sum[];
  awards?: readonly Award[];
  zones?: { readonly [key: string]: Zone };
  pieces?: { readonly [key: string]: Piece };
};

export type Rejoin = { decision: "return"; by?: number; why?: string; cid?: string; member?: number };

export type Relieve = { decision: "relieve"; by?: number; why?: string; cid?: string; word?: string };

export type RelieveCallers = { type: "relieve" };

export type Reminder = { title: string; body: string; url: string; tag: string };

export type RemovePlayer = { type: "remove"; player: number; address?: boolean };

export type Rename = { name: string; seat?: number | null };

export type RenameMember = { decision: "rename"; by?: number; why?: string; cid?: string; member?: number; name?: string };

export type RenamePlayer = { type: "rename"; player: number; name: string };

export type Renew = { decision: "renew"; by?: number; why?: string; cid?: string; member?: number };

export type Reopen = { decision: "reopen"; by?: number; why?: string; cid?: string };

export type Replay = { steps: number; seat: number | null; own: number | null; open: boolean; judged: number; field?: readonly Fork[] };

export type Result = {
  title: string;
  standings: readonly Standing[];
  reason: string;
  own?: string;
  rating?: string;
  blocks?: readonly Blocks[];
};

export type ResultTold = { type: "tell" };

export type Resumed = { type: "resume" };

export type Return = { code: string };

export type RoundBest = { match: string; score: number; proven: boolean; words?: readonly OwnWord[] };

export type RoundPar = { match: string; score: number | null; best?: RoundBest | null; words?: readonly OwnWord[] };

export type Rule = Enter | Withdraw | Rejoin | Correct | LeaveOut | TakeIn | RenameMember | Merge | Renew | Close | Reopen | Relieve;

export type Rules = {
  game: string;
  title: string;
  html: string;
  pictures?: { readonly [key: string]: readonly (readonly (Face | null)[])[] };
  options?: readonly OptionAt[];
};

export type Said = { at: number; text: string };

export type Scene = {
  game: string;
  title: string;
  status: string;
  seats: readonly Seat[];
  zones: { readonly [key: string]: Zone };
  pieces: { readonly [key: string]: Piece };
  acts: { readonly [key: string]: Act };
  prompt?: string;
  say?: readonly string[];
  own?: readonly number[];
  tables?: readonly Table[];
  result?: Result | null;
  reckoning?: Reckoning | null;
  watchers?: number;
  rematch?: string;
  evening?: string;
  terms?: readonly string[];
  manage?: { readonly [key: string]: Act };
  request?: string;
  words?: readonly string[] | null;
  help?: { readonly [key: string]: string };
  match?: string;
  event?: string;
  daily?: string;
  advice?: boolean;
  seq?: number;
  viewer?: number | null;
  record?: boolean;
  fairness?: Fairness | null;
  progress?: string;
  version?: number;
};

export type SceneMessage = { type: "scene"; scene: Scene };

export type Score = { score: number; longest?: number; name?: string };

export type ScoredLine = { points: number; text: string; cards?: readonly Face[]; full?: number; empty?: number; note?: string };

export type Seat = {
  name: string;
  score?: string;
  kind?: "bot" | "human" | "open";
  bird?: string;
  turn?: boolean;
  thinking?: boolean;
  stand_in?: string;
  here?: boolean;
  due?: number | null;
  you?: boolean;
  said?: string;
  clock?: number | null;
  ticks?: boolean;
  note?: string;
  goal?: Goal | null;
};

export type SeriesEvent = { code: string; title: string; opened: number; rounds: number; of: number; players: number; counts: boolean };

export type SeriesTable = {
  code: string;
  title: string;
  tie: string;
  pays: readonly number[];
  entries: boolean;
  members: number;
  lines: readonly TableLine[];
  events: readonly SeriesEvent[];
  history: readonly Said[];
};

export type SeriesView = { table: SeriesTable; you: SeriesYou };

export type SeriesYou = {
  number?: number;
  name?: string;
  code?: string;
  withdrawn?: boolean;
  line?: TableLine | null;
  organiser?: string;
  word?: string;
  handover?: string;
  organisers?: readonly string[];
};

export type ServerMessage = SceneMessage | PatchMessage | Done | Problem | Pong;

export type SetPace = { pace: "fast" | "normal" | "off" | "slow" };

export type ShownAction = { piece: string; face: Face; place: string; half: string };

export type ShownExample = { title: string; text: string; source: string; rows: readonly ShownRow[]; rule?: string };

export type ShownRow = {
  picture: readonly (readonly (Face | null)[])[];
  label?: string;
  note?: string;
  points?: string;
  gone?: readonly number[];
  won?: boolean;
};

export type Standing = { seat: number; place: number; score: string; why?: readonly string[]; rounds?: readonly number[] };

export type Standings = {
  places: readonly Place[];
  players: number;
  spread: readonly number[];
  words: readonly BestWord[];
  climb?: Climb | null;
  novice?: Place | null;
};

export type Suggestion = { action: string; act: string; claim: string; loss: number | null; margin: number | null; equal: boolean };

export type Sum = { seat: number; points: string; total: string; parts?: readonly string[] };

export type Table = {
  title: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  key?: string;
  bars?: { readonly [key: string]: number };
};

export type TableLine = {
  place: number;
  number: number;
  name: string;
  points: number;
  longest?: number;
  shared?: boolean;
  free?: boolean;
  results?: readonly EventResult[];
};

export type TableSetup = { options: { readonly [key: string]: number | string }; lesson: boolean };

export type TakeIn = { decision: "take_in"; by?: number; why?: string; cid?: string; event?: string };

export type TakePart = { decision: "take_part"; by?: number; why?: string; cid?: string; member?: number; name?: string };

export type Timing = { turn?: number; match?: number; more?: number };

export type Told = { day: string; secret: string };

export type Turned = { turned: number | null; faces?: readonly Face[] };

export type TypedScore = { score: number; longest?: number };

export type Uncalled = { type: "uncall"; turn: number };

export type Unused = { number: number; name: string; code: string };

export type Variant = { title: string; text: string; source?: string; preset?: string };

export type Verdict = {
  judged: JudgedDecision;
  labels: { readonly [key: string]: string };
  played?: ShownAction | null;
  better?: ShownAction | null;
};

export type Why = { act: string };

export type Withdraw = { decision: "withdraw"; by?: number; why?: string; cid?: string; member?: number };

export type WordInfo = {
  word: string;
  listed: boolean;
  lists: readonly string[];
  among: readonly string[];
  level: string;
  definitions: readonly Definition[];
  missing: string;
};

export type WordLists = { lists: readonly ListInfo[] };

export type You = {
  caller?: boolean;
  word?: string;
  number?: number;
  removed?: boolean;
  name?: string;
  shown?: string;
  code?: string;
  board?: string;
  place?: Place | null;
  claim?: TypedScore | null;
  words?: readonly OwnWord[];
  deck?: readonly string[];
};

export type Zone = {
  kind: "bag" | "column" | "fan" | "grid" | "panel" | "pile" | "row" | "stack" | "tray";
  label: string;
  place?: "centre" | "me" | "others" | "side" | "tray";
  owner?: number | null;
  items?: readonly string[];
  n?: number | null;
  width?: number;
  height?: number;
  cells?: { readonly [key: string]: Cell };
  on?: { readonly [key: string]: readonly string[] };
  note?: string;
  marks?: readonly ("leads" | "won")[];
  short?: string;
  lane?: string;
  asks?: string;
  yours?: string;
  scale?: string;
  free?: string;
  parent?: string;
};
