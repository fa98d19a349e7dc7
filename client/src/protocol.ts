// Made by `python -m openoutcry.server.typescript client/src`: a test compares.

/** What became of everybody's chances. */
export interface Analysis {
  /** How it was made: raised when the same search would find something else. */
  method: number
  /** The same for analyses that must come out the same. */
  identity: string
  /** For each decision. */
  simulations: number
  seed: number
  moments: Outlook[]
  decisions: Judgement[]
  /** Steps of the decisions that gave away the most, the costliest first. */
  turns: number[]
  seats: SeatReport[]
}

/** How far the analysis of a finished match is. */
export interface AnalysisNews {
  state: 'done' | 'none' | 'running'
  /** Steps that are judged. */
  done: number
  /** Steps there are to judge; 0 until that is known. */
  steps: number
  /** I have asked for it, and may give it up. */
  mine: boolean
  /** When it is done. */
  analysis: Analysis | null
}

/** I am here again: the bot leaves my seat. */
export interface Back {
  type: 'back'
  seat: number
}

/** Somebody asks to go back to `step`; everybody at the table must agree. */
export interface BackRequest {
  seat: number
  step: number
  /** People. */
  agreed: string[]
  missing: string[]
}

/** Pieces of the board that may not be chosen now, and why: a message and its rule. */
export interface Blocked {
  targets: string[]
  key: string
  args: Record<string, string | number>
  rule: string
}

export interface BlockedPerson {
  person: string
  name: string
}

/**
 * Block somebody, or unblock them: what they write is not shown to you, and they cannot sit down at
 * a table of yours. They are not told.
 */
export interface Blocking {
  person: string
  blocked?: boolean
}

/** Whom you have blocked. */
export interface Blocks {
  people: BlockedPerson[]
}

/** Everything to draw; each title derives its own type in its `board.py`. */
export type Board = object

/** A field of a title's board: how it is to be shown. Its label is the message `board.NAME`. */
export interface BoardField {
  name: string
  /** What it is, or each of them; a part has fields of its own. */
  kind: 'company' | 'flag' | 'number' | 'part' | 'seat' | 'text'
  many: 'list' | 'one' | 'per_company' | 'per_seat'
  fields: BoardField[]
}

/** A title's board for a client that has no drawing of it. */
export interface BoardPlan {
  title: string
  fields: BoardField[]
  companies: Record<string, CompanyColours>
}

/** Every title's board by the title's name: each `board.types.ts` adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: boards are merged into it
export interface Boards {}

/** The action that a bot chooses, by its text. */
export interface BotReply {
  table: string
  seat: number
  step: number
  action: string
  rewinds?: number
}

/** What lets a bot in. Told once: only its hash is kept. */
export interface BotToken {
  bot: string
  token: string
}

/** What came of bringing matches in, in numbers of matches. */
export interface Brought {
  new: number
  /** They were here already, perhaps further on: nothing about them was changed. */
  known: number
  /** Damaged, or of rules that this version does not know. */
  unreadable: number
}

/** From which hour to which it is silent, there; equal hours: never. */
export interface ChannelChange {
  quiet_from: number
  quiet_to: number
  zone?: string
}

/** One of my channels. */
export interface ChannelInfo {
  id: string
  kind: 'mail' | 'push' | 'webhook'
  /** Enough of it to know it again. */
  target: string
  shape: 'discord' | 'plain' | 'slack'
  table: string
  /** False until the address is confirmed, by the link that was sent there. */
  live: boolean
  quiet_from: number
  quiet_to: number
  zone: string
}

/** How I am alerted. */
export interface Channels {
  channels: ChannelInfo[]
  /** What a browser subscribes with. */
  push_key: string
  /** Whether mail can be sent from here. */
  mail: boolean
}

export interface Chat {
  type: 'chat'
  text: string
}

export interface ChatLine {
  /** 1, 2, ... at this table. */
  number: number
  person: string
  name: string
  text: string
  at: number
  /** What the person did instead of writing: the message `ui.notice.` + this says it. */
  notice: '' | 'chat_everybody' | 'chat_nobody' | 'chat_players' | 'kick_asked' | 'kicked' | 'muted' | 'unmuted'
  /** The name of whom it was done to. */
  about: string
}

export interface ChatNews {
  type: 'chat'
  lines: ChatLine[]
}

/** The host says who may write. */
export interface ChatRule {
  to: 'everybody' | 'nobody' | 'players'
}

/** Something that a seat could choose, and how a search rates it. */
export interface Choice {
  action: string
  /** To win after it, from 0 to 1. */
  chance: number
  /** The chance is that far off at most, nineteen times out of twenty. */
  margin: number
  /** Why it is better, or worse, than the choice it was compared with. */
  reasons: Reason[]
  /**
   * That choice: for the best one the next best, for the others the best. Empty if there is no
   * other.
   */
  versus: string
}

export type ClientMessage = Hello | Look | Play | Chat | TakeBack | Consent | Back | InAdvance

/** Time for each decision; when it runs out, the decision's default is played. */
export interface Clock {
  seconds: number
  /**
   * Seconds that each seat has beyond them; a decision made in time gives a quarter of a decision's
   * time back to it.
   */
  reserve?: number
}

/** What a title's package says about the mark of a company. */
export interface CompanyColours {
  hue: string
  letter: string
}

/** The answer to somebody's request to go back. */
export interface Consent {
  type: 'consent'
  agree: boolean
}

/** A contest in a list. */
export interface ContestEntry {
  id: string
  title: string
  name: string
  kind: 'knockout' | 'league'
  state: 'open' | 'over' | 'running'
  contestants: number
  rounds: number
  mine: boolean
}

/** What somebody did in a round that is over. */
export interface ContestLine {
  /** null for a bot. */
  person: string | null
  name: string
  table: string
  seat: number
  score: number
  place: number
  /** Of the same seat at the other tables, how many did worse: from 0 to 1. */
  share: number
  forfeit: boolean
  /** Out of a knock-out with that. */
  out: boolean
}

/** A contest as everybody may see it. */
export interface ContestPage {
  id: string
  title: string
  name: string
  kind: 'knockout' | 'league'
  private: boolean
  host: string
  host_name: string
  seats: number
  /** Of each table. */
  people: number
  /** Of a knock-out, as many as it takes with those who play. */
  rounds_planned: number
  hours: number
  level: string
  seconds: number
  reserve: number
  state: 'open' | 'over' | 'running'
  /** The fewest people. */
  needs: number
  contestants: Contestant[]
  rounds: ContestRound[]
  /** After the rounds that are over. */
  ranking: ContestRank[]
  /** The table where I play the present round. */
  mine: string | null
  created: number
  now: number
}

export interface ContestRank {
  rank: number
  person: string
  name: string
  /** Of the shares, from 0 to 1. */
  mean: number
  /** How far the mean would be off by chance, 19 times of 20. */
  band: number
  rounds: number
  /** Round by round; null where they had no seat. */
  shares: (number | null)[]
  /** The round, from 0, in which they went out of a knock-out. */
  out: number | null
}

/** One deal, which all tables play. */
export interface ContestRound {
  number: number
  begins: number
  /** The deadline. */
  ends: number
  over: boolean
  /** SHA-256 of the seed that all draws come from, the same at every table. */
  commitment: string
  tables: ContestTable[]
  /** Empty before it is over everywhere. */
  lines: ContestLine[]
}

/** A seat of a table in a round; a bot's without a person. */
export interface ContestSeat {
  person: string | null
  name: string
}

/** That a table plays a round of a contest. */
export interface ContestSitting {
  contest: string
  /** From 0. */
  round: number
}

/** A table of a round. */
export interface ContestTable {
  /** null while the round is played at other tables than one's own. */
  table: string | null
  seats: ContestSeat[]
  over: boolean
}

export interface Contestant {
  person: string
  name: string
}

/** Those that I take part in, then those that anybody may join. */
export interface Contests {
  contests: ContestEntry[]
}

/** A title's deal of a day, and how I did before. */
export interface Daily {
  title: string
  day: string
  today: string
  /** The first day that has a deal. */
  first: string
  /** When today's deal makes way for the next. */
  ends: number
  /** Matches of the same deal have the same draws and the same bots. */
  deal: string
  /** SHA-256 of the seed that all draws come from. */
  commitment: string
  /** The seed holds a secret of this floor's, and is told when the day is over. */
  secret: boolean
  seats: number
  /** Where I sit. */
  seat: number
  /** The level of all others. */
  bot: string
  /** Where I play it, or played it, for it to count. */
  table: string | null
  /** That match is over. */
  done: boolean
  /** All my tries at this title's deals that are over, by day. */
  days: DailyDay[]
  /** Days in a row, up to today or yesterday. */
  streak: number
  /** The most days in a row that I ever had. */
  longest: number
}

/** How many have a score from `low` on, below the next bar's. */
export interface DailyBar {
  low: number
  count: number
}

export interface DailyChoice {
  action: string
  /** How many chose it. */
  count: number
}

/** A day on which I tried the deal. */
export interface DailyDay {
  day: string
  table: string
  place: number
  score: number
  seats: number
}

/** How the tycoon played the deal, from the same seat. */
export interface DailyLine {
  state: 'done' | 'running'
  place: number
  score: number
  /** Where I first chose otherwise; null if nowhere. */
  parting: DailyParting | null
}

/** The first choice in which my match differs from others'. */
export interface DailyParting {
  /** How many steps of my match came before. */
  step: number
  /** How many of my choices were the same before. */
  number: number
  mine: string
  /** Mine among them; the most chosen first. */
  chosen: DailyChoice[]
}

/** How my try at a deal went, beside the others'. Only for those who have finished it. */
export interface DailyResult {
  title: string
  day: string
  table: string
  place: number
  score: number
  seats: number
  /** My place after each quarter. */
  standing: number[]
  streak: number
  /** How many have finished it here, I among them. */
  played: number
  /** How many of them scored more than I did. */
  better: number
  bars: DailyBar[]
  /** How many came first, second, ... */
  places: number[]
  /** null while nobody has chosen otherwise. */
  parting: DailyParting | null
  tycoon: DailyLine
}

/** That a table plays a deal of the day. */
export interface DailyTable {
  day: string
  /** It is the one try that counts; otherwise it is for practice. */
  counts: boolean
}

/**
 * Play the deal of that day, or today's. The first try at today's counts; everything else is for
 * practice.
 */
export interface DailyWanted {
  day?: string | null
  /** Milliseconds that a bot takes over an action, at least. */
  pace?: number
}

/** Who may act now, what `seat` may do, and what happens if it does not. */
export interface Decision {
  step: number
  kind: string
  seats: number[]
  seat: number
  offers: Offer[]
  /** The action played for somebody absent. */
  default: string
}

/**
 * A value, or a row of a list, in which an edition differs from this server's; null where there is
 * none.
 */
export interface EditionChange {
  table: string
  name: string
  row: number | null
  column: number | null
  before: unknown
  after: unknown
}

/** An edition that a table may play. */
export interface EditionChoice {
  identity: string
  name: string
  /** Of whoever runs the server, the title's own, or a variant that comes with it. */
  origin: 'host' | 'title' | 'variant'
}

/** A column of an edition's list. Its heading is the message `column.NAME`. */
export interface EditionColumn {
  name: string
  /** The list of the edition that holds all it may be; empty for any value. */
  among: string
  /** All it may be, where no list says so. */
  choices: string[]
}

/** An edition: all its values, what was printed and what is reconstructed. */
export interface EditionInfo {
  title: string
  identity: string
  name: string
  /** All tables as the edition's file has them. */
  data: Record<string, unknown>
  /** Table -> the rules that speak of it. */
  rules: Record<string, string[]>
  /** List ("cards.list") -> its columns. */
  columns: Record<string, EditionColumn[]>
  /** What a table may play; the first unless another is chosen. */
  offered: EditionChoice[]
  /** Whether people may play editions of their own here. */
  brought: boolean
  /** Whether it can be asked here if an edition is fair. */
  judged: boolean
  tables: EditionTable[]
  /** What somebody who has the box could tell, the most needed first. */
  wanted: EditionWanted[]
  /** The edition's single numbers by table and key, for the messages of what is wanted. */
  numbers: Record<string, number>
}

/** Something that does not fit together in an edition. */
export interface EditionProblem {
  /** One English line. */
  text: string
  /** A message for people, of the title or shared; empty where there is only the text. */
  key: string
  args: Record<string, string | number | boolean>
  /** Where it is: a table's path, empty if that is not known. */
  table: string
  /** A key of the table, empty if it is about all of it. */
  name: string
  /** A row of a list, from 0. */
  row: number | null
  /** The rule that it comes from, or empty. */
  rule: string
}

/** What became of an edition that somebody gave. */
export interface EditionReading {
  /** Empty if it can be played. */
  problems: EditionProblem[]
  name: string
  /** Empty if it cannot be read. */
  identity: string
  /** All its tables; null if it cannot be read. */
  data: Record<string, unknown> | null
  /** The same as a file. */
  toml: string
  /** How it differs from the edition that this server plays. */
  changes: EditionChange[]
  /** By how many it can be played; none while there are problems. */
  seats: number[]
  wanted: EditionWanted[]
  numbers: Record<string, number>
}

/** One table of component data and where it comes from. */
export interface EditionTable {
  path: string
  /** printed, reported or reconstructed. */
  kind: string
  source: string
  note: string
  /** Sources of single values that differ from the table's. */
  cells: Record<string, string>
}

/**
 * A part of the box of which not every value was seen in print. What would help is the message
 * `wanted.PART` of the title's catalogue.
 */
export interface EditionWanted {
  /** The first name of its tables' paths. */
  part: string
  /** Values of our own making. */
  reconstructed: number
  /** Values that somebody else states. */
  reported: number
  /** Values in all. */
  total: number
  /** Rows of its lists, such as the kinds of cards. */
  rows: number
}

/** How a match went, for everybody. */
export interface Ending {
  sentences: Sentence[]
  /** What each seat was really worth, hidden or not. */
  history: Point[]
}

/** What matches between equal bots say about an edition. */
export interface FairFigures {
  /** Win share of whoever began, of the next one, ... */
  order: FairShare[]
  steps: FairSpread
  scores: FairSpread
  /** At a quarter, half and three quarters: how often the only leader wins in the end. */
  leader_wins: number[]
  /** Each company's mean price at the beginning, at half time and at the end. */
  prices: Record<string, number[]>
}

/** A share of matches with its 95 % interval. */
export interface FairShare {
  value: number
  low: number
  high: number
}

export interface FairSpread {
  mean: number
  deviation: number
}

/** How far it is known whether an edition is fair. */
export interface Fairness {
  id: string
  /** Matches played, of both editions together. */
  done: number
  total: number
  failed: boolean
  /** Of this server's edition, so far. */
  ours: FairFigures | null
  theirs: FairFigures | null
}

/**
 * A message that could not be carried out; worded as in `Problem`. `unknown`: it may have happened
 * all the same, and an update will show it.
 */
export interface Fault {
  type: 'error'
  code: string
  text: string
  key: string
  args: Record<string, string | number>
}

/** All that a viewer may know about a match so far: steps, story and charts. */
export interface Film {
  id: string
  title: string
  seat: number | null
  over: boolean
  commitment: string
  /** Where it begins: not at 0 while a table plays whose memory is `table`. */
  first: number
  steps: Step[]
  story: Telling[]
  history: Point[]
  /** After the end. */
  ending: Ending | null
}

/** What this server offers. */
export interface Floor {
  version: string
  /** `VERSION` and the browser client's build: a page that came with another one is too old. */
  build: string
  titles: TitleInfo[]
  /** Levels, weakest first. */
  bots: string[]
  /** By level, those that it may have: such a bot is called LEVEL:PERSONALITY. */
  personalities: Record<string, string[]>
  languages: string[]
  /** The choices for how long a bot takes over an action. */
  paces: number[]
}

/**
 * The table on the way to a view, as the viewer saw it then. Made from what came after it: the last
 * frame is the view with these changes, the one before it is the last frame with its own, and so
 * on. Only board, prices, worth, waiting and kind are told.
 */
export interface Frame {
  /** How many steps had been played. */
  step: number
  /** How many of the last step's tellings belong to it and to frames before it. */
  told: number
  /** A path of keys and indices, and what stands there instead. */
  changes: ([(string | number)[], unknown])[]
}

/** Somebody I have played with. */
export interface Friend {
  person: string
  name: string
  matches: number
  last: number
}

export interface Friends {
  friends: Friend[]
}

/** An edition that somebody has made: its tables, or its file's text. */
export interface GivenEdition {
  data?: Record<string, unknown> | null
  toml?: string | null
}

/** A record that somebody opens: a `RecordFile`, but anybody may have made the file. */
export interface GivenRecord {
  format: number
  title: string
  rules: number
  edition: RecordEdition
  seats: number
  options: Record<string, string | number | boolean>
  log: string[]
  names?: string[] | null
  commitment?: string | null
  seed?: string | null
  scores?: number[] | null
  places?: number[] | null
  salts?: Salt[] | null
  analysis?: Analysis | null
  origin?: Origin | null
}

/**
 * First message. After a lost connection: `since` and `rewinds` are the last update's `settled` and
 * `rewinds`, `chat` is the number of the last chat line seen.
 */
export interface Hello {
  type: 'hello'
  /** Whose view: one of your seats; null watches. */
  seat?: number | null
  since?: number
  rewinds?: number
  chat?: number
  /** On arrival: the step that this browser showed last. */
  seen?: number | null
}

/**
 * The best choices as a search from the seat's own knowledge rates them, the best first, and the
 * one that was asked about.
 */
export interface Hint {
  seat: number
  step: number
  choices: Choice[]
}

/** Asks the coach about one's decision: the view's `step` and the update's `rewinds`. */
export interface HintWanted {
  step: number
  rewinds?: number
  /** An offered action that is to be rated too. */
  action?: string | null
}

/**
 * In a match over days: what my seat answers to later questions, in place of all said before. What
 * may be said is each title's own; the table gives the answers, and tells nobody else.
 */
export interface InAdvance {
  type: 'in_advance'
  seat: number
  said: Record<string, boolean | number | string>
}

/** Play that title with somebody I have played with. */
export interface Invitation {
  title: string
}

/** Sit down in an open seat, the first one if none is named. */
export interface Join {
  seat?: number | null
  name?: string | null
}

/** Something that a seat could do, and its chance to win then, from what the seat knew. */
export interface JudgedChoice {
  action: string
  chance: number
  /** How often the search tried it: the more, the better it looked. */
  visits: number
  reasons?: JudgedReason[]
}

/** Why a choice is worth what it is: a message of the title's catalogue. */
export interface JudgedReason {
  key: string
  args?: Record<string, string | number>
}

/** What a seat chose, and what the search would have chosen from what the seat knew. */
export interface Judgement {
  /** The position after it: the decision's line in the log, counted from 1. */
  step: number
  seat: number
  chosen: string
  /** The search's own choice: the same as `chosen` where it agrees. */
  better: string
  /** To win after what was chosen. */
  chance: number
  chance_better: number
  /** The difference is more than the noise of the search. */
  clear: boolean
  choices: JudgedChoice[]
}

/**
 * Remove somebody from the table for good: the host may do so before the start and to those who
 * watch; during play all the others who play must ask for it, two at least.
 */
export interface Kick {
  person: string
}

/** Somebody is to be removed; everybody else who plays must agree. */
export interface KickRequest {
  person: string
  name: string
  /** People. */
  agreed: string[]
  missing: string[]
}

export interface Leader {
  person: string
  name: string
  mu: number
  sigma: number
  played: number
}

/** Who plays a title best, by what they surely are: mu less two sigmas. */
export interface Leaderboard {
  title: string
  /** A quarter, such as 2026-4; empty for all time. */
  season: string
  /** Those in which it was played, the last first. */
  seasons: string[]
  leaders: Leader[]
  /** The bots on the same scale, weakest first. */
  levels: LevelRating[]
}

/** Leave one of your seats, or all. During play a bot takes over. */
export interface Leave {
  seat?: number | null
}

/** Steps of one match, and who takes over after them. */
export interface Leg {
  /** The steps, as in a record. */
  lines: string[]
  /** Whoever plays on sits there. */
  seat: number
  /** The luck by which that seat imagines what it cannot know; null: as it truly was. */
  deal?: number | null
}

/**
 * Everything that was answered in a lesson so far: an action's text, or an empty one to go on. Only
 * the last may be wrong.
 */
export interface LessonAnswers {
  answers: string[]
}

/** A lesson; its name is the message of that key, its purpose `NAME.about`. */
export interface LessonInfo {
  name: string
  minutes: number
  /** The clauses that it is a worked example of. */
  rules: string[]
}

/** A lesson after some answers. Texts are keys of `Lessons.messages`. */
export interface LessonMoment {
  lesson: string
  view: View
  /** What was seen since the answer before. */
  frames: Frame[]
  steps: Step[]
  story: Telling[]
  history: Point[]
  labels: Record<string, string>
  done: number
  /** Of how much: answers, or turns of a short match. */
  length: number
  over: boolean
  /** About the last answer; after a wrong one everything is as before it. */
  verdict: 'right' | 'wrong' | null
  /** What is said about the last answer. */
  replies: string[]
  /** What is said now. */
  says: string[]
  /** The pieces that are spoken of. */
  marks: string[]
  /** There is nothing to decide: the learner goes on with an empty answer. */
  reads: boolean
}

/** A title's lessons in their order, and what they say in one language. */
export interface Lessons {
  title: string
  lang: string
  lessons: LessonInfo[]
  messages: Record<string, string>
}

export interface LevelRating {
  level: string
  mu: number
}

/**
 * Tables, last changed first; in the lobby those that are open before those that are played.
 * `more`: ask again with `before` and `before_id` = the last one's `changed` and `id`, in the lobby
 * also with its `state`.
 */
export interface Lobby {
  tables: TableLine[]
  more: boolean
}

export interface Login {
  name: string
  password: string
}

/** Choose among your seats whose view you get (several people at one browser). */
export interface Look {
  type: 'look'
  seat: number | null
  /** On arrival: as in `Hello`. */
  seen?: number | null
}

/** Who the cookie says you are. */
export interface Me {
  id: string
  name: string
  /** A password is set: the name is yours on every device. */
  keeps_name: boolean
}

/** That a title has something to be remembered, and where its rules say so. */
export interface MemoryInfo {
  rule: string
  /** The value that an option needs for that; empty if it is always so. */
  needs: Record<string, string | number | boolean>
}

/** A match as it stood after `step` steps, for one viewer. */
export interface Moment {
  view: View
  /** Length of the whole log. */
  steps: number
  /** What was seen within the last of these steps. */
  frames: Frame[]
}

/** The host silences somebody at the table, or lets them write again. */
export interface Mute {
  person: string
  muted?: boolean
}

/** A bot of one's own. */
export interface MyBot {
  bot: string
  online: boolean
  /** It has no token at present. */
  revoked: boolean
  created: number
}

export interface MyBots {
  bots: MyBot[]
  /** How many one may have. */
  most: number
}

/** All that is kept about me. */
export interface MyData {
  person: Record<string, unknown>
  keeps_name: boolean
  tables: Record<string, unknown>[]
  results: Record<string, unknown>[]
  ratings: Record<string, unknown>[]
  alerts: Record<string, unknown>[]
  vacations: Record<string, unknown>[]
  /** Those that I opened or took part in. */
  contests: Record<string, unknown>[]
  blocked: string[]
  /** My own, with their results and ratings. */
  bots: Record<string, unknown>[]
  /** What I wrote at tables. */
  written: Record<string, unknown>[]
  said_in_advance: Record<string, unknown>[]
}

/** My days of vacation. */
export interface MyVacation {
  /** When my clocks run again; null while they do. */
  until: number | null
  /** Days that are left this year. */
  left: number
  a_year: number
}

/** A bot that somebody wants to connect. */
export interface NewBot {
  name: string
}

/**
 * A match that plays on from another after so many steps: I sit in that seat, bots of that level in
 * the others.
 */
export interface NewBranch {
  step: number
  seat: number
  hidden: 'again' | 'true'
  bot: string
}

/** A way to alert me; nobody is alerted in a way that they did not ask for. */
export interface NewChannel {
  kind: 'mail' | 'push' | 'webhook'
  /** The push service's or the webhook's address, or one for mail. */
  target: string
  /** What a webhook's receiver understands. */
  shape?: 'discord' | 'plain' | 'slack'
  /** Of a webhook: everybody's turns at that table, where I have a seat, instead of mine. */
  table?: string
  p256dh?: string
  auth?: string
  lang?: string
  zone?: string
  quiet_from?: number
  quiet_to?: number
}

/** Open a contest: people join until its host begins. */
export interface NewContest {
  title: string
  /** At each table. */
  seats: number
  /** Seats of each table that people have; bots have the others. */
  people: number
  /** Of a league; a knock-out has as many as it takes. */
  rounds: number
  /** That a round lasts, at most: then bots finish what is left. */
  hours: number
  level?: string
  name?: string
  /** Only whoever has the link finds it. */
  private?: boolean
  /** Per decision. */
  seconds?: number
  reserve?: number
  kind?: 'knockout' | 'league'
}

/** Tell whoever runs the server about somebody at the table; what they last wrote is added. */
export interface NewReport {
  person: string
  reason: 'cheating' | 'insults' | 'name' | 'other' | 'spam'
  text?: string
}

/** A seat as the host wants it; several may be `me` (several people at one browser). */
export interface NewSeat {
  kind: 'bot' | 'me' | 'open'
  bot?: string | null
  /** For `me`: what this seat's player is called at this table. */
  name?: string | null
}

export interface NewTable {
  title: string
  seats: NewSeat[]
  options?: Record<string, string | number | boolean>
  name?: string
  private?: boolean
  clock?: Clock | null
  /** Milliseconds that a bot takes over an action. */
  pace?: number
  /** Who may write. */
  chat?: 'everybody' | 'nobody' | 'players'
  /** The identity of one of the offered editions; empty for the first. */
  edition?: string
  /** An edition of one's own, instead. */
  brought?: Record<string, unknown> | null
  /**
   * `table`: what has passed and may not be looked up by the rules is told as it happens, and then
   * not before the end. `perfect`: it may be looked up at any time. null: `perfect` for one person
   * among bots, else `table`.
   */
  memory?: 'perfect' | 'table' | null
}

/**
 * One action that may be chosen, ready to be shown. `key` and `args` are a message ("offer.sell",
 * {"count": 2, ...}); `targets` names the pieces of the board that light up ("card", "company:0");
 * `confirm` is the key of a warning to be accepted first, for a cost that may come as a surprise.
 * An offer without targets declines or ends something. Where there are many, those with the same
 * `verb` (the message "verb.sell") are shown as one, and are chosen on the board. `leads` names the
 * pieces among which the same seat chooses next: pointing at one of them answers both.
 */
export interface Offer {
  action: string
  key: string
  args: Record<string, string | number>
  rule: string
  targets: string[]
  confirm: string
  verb: string
  leads: string[]
}

/**
 * What a replay shows beside the film. A record is the whole truth of a match, and whoever has the
 * file has it all: any seat's view may be asked for.
 */
export interface OpenedRecord {
  title: string
  rules: number
  edition: string
  edition_name: string
  /** This edition's company names, by id, where they differ from the catalogues'. */
  labels: Record<string, string>
  options: Record<string, string | number | boolean>
  /** One for each seat; empty where the record has none. */
  names: string[]
  steps: number
  over: boolean
  /** After the end. */
  scores: number[] | null
  /** After the end. */
  places: number[] | null
  /**
   * `fair`: each derives from the seed, and the seed from the hash shown before the deal; `unfair`:
   * they do not; `promised`: the seed comes after the end; `local`: nothing was promised.
   */
  draws: 'fair' | 'local' | 'promised' | 'unfair'
  film: Film
  /** As the file says; whether it was made as we would make it, nobody knows. */
  analysis: Analysis | null
  origin: Whence | null
}

export interface Opponent {
  /** Empty for a bot. */
  name: string
  person: string | null
  bot: string | null
  place: number
}

/** A choice the host may make; words in the title's catalogue. */
export interface OptionInfo {
  name: string
  values: (string | number | boolean)[]
  default: string | number | boolean
  rule: string
  /** Seat counts for which anything but the default may be chosen. */
  seats: number[] | null
  /** The value that another option needs for this one to have any effect; empty if none does. */
  needs: Record<string, string | number | boolean>
}

/** The match played on from, and that one's own origin before it. */
export interface Origin {
  /** The identity of that match's record. */
  record: string
  /** The last one is of that match, those before it of its own origin. */
  legs: Leg[]
}

/** After a step: each seat's chance to win. */
export interface Outlook {
  step: number
  /** Only draws lie between this moment and the one before it. */
  drawn: boolean
  /** From the whole truth: everything that is dealt is known, what is not yet drawn is not. */
  truth: number[]
  /** Each seat's own chance from what that seat could know then. */
  known: number[]
}

/** An offered action's text, and the view's `step` and update's `rewinds` it answers. */
export interface Play {
  type: 'play'
  seat: number
  step: number
  action: string
  rewinds?: number
}

/** A finished match of somebody's. */
export interface PlayedMatch {
  table: string
  title: string
  ended: number
  place: number
  score: number
  opponents: Opponent[]
  /** It counts for the rating. */
  counts: boolean
  /** Why it does not: the message `ui.profile.why.` + this; empty if it does. */
  why_not: '' | 'alone' | 'branch' | 'coach' | 'deal' | 'edition' | 'remote' | 'shared' | 'take_back'
  /** A bot decided for them: it counts as their last place. */
  by_bot: boolean
  /** The rating after it; null if it did not count or is not rated yet. */
  mu: number | null
  sigma: number | null
}

/** Before the start: the SHA-256 of a salt that your seat will add to the draws. */
export interface Pledge {
  pledge: string
}

/** Prices and worth after `step` steps, as the viewer knew them then: for charts. */
export interface Point {
  step: number
  prices: number[]
  worth: (number | null)[]
}

/**
 * Why a request was refused; `text` is one clear line, `code` is for programs, `key` and `args` are
 * the line's message in the shared catalogues.
 */
export interface Problem {
  code: string
  text: string
  key: string
  args: Record<string, string | number>
}

/** A page about somebody. */
export interface Profile {
  person: string
  name: string
  mine: boolean
  /** Nobody else sees it. */
  hidden: boolean
  ratings: TitleRating[]
  figures: TitleFigures[]
  ways: TitleWays[]
  /** The last ones, the last first. */
  matches: PlayedMatch[]
}

export interface ProfileChange {
  hidden: boolean
}

/** What somebody would choose; null to be asked. */
export interface QuestionAnswer {
  answer?: string | null
}

/** A question: the position as its seat sees it, and after an answer how the choices are rated. */
export interface QuestionMoment {
  question: string
  view: View
  steps: Step[]
  story: Telling[]
  history: Point[]
  labels: Record<string, string>
  /** About the answer; null before it. */
  verdict: 'right' | 'wrong' | null
  /** The choice that looks best at first; empty before the answer. */
  tempting: string
  /** Rated by a long search, the best first; empty before the answer. */
  choices: Choice[]
}

/** A title's questions in their order: one for each day, then from the beginning again. */
export interface Questions {
  title: string
  /** Short names that stay the same. */
  questions: string[]
}

/**
 * A message, of the title's catalogue or of the shared ones, that tells what a choice changes:
 * `here` is what it leads to, `other` what the choice leads to that it is compared with.
 */
export interface Reason {
  key: string
  args: Record<string, string | number>
}

/** A match that plays on from a record that somebody opened. */
export interface RecordBranch {
  record: GivenRecord
  branch: NewBranch
}

/** Which edition a record's match was played with; `data` unless it is the title's own. */
export interface RecordEdition {
  identity: string
  name: string
  data: Record<string, unknown> | null
}

/** The portable record of a finished match: `outcry verify` reads it. */
export interface RecordFile {
  format: number
  title: string
  rules: number
  edition: Record<string, unknown>
  seats: number
  options: Record<string, string | number | boolean>
  log: string[]
  names: string[] | null
  commitment: string | null
  seed: string | null
  scores: number[] | null
  places: number[] | null
  /** What each seat added to the seed; left out where no seat did. */
  salts: Salt[] | null
  /** Left out unless it was asked for and there is one. */
  analysis: Analysis | null
  /** Left out by a match that begins at the beginning. */
  origin: Origin | null
}

/**
 * A play that did not happen; the update that shows why has come before. `illegal`: the rules say
 * no; `stale`: the match has moved on; `seat`: not your seat; `state`: not now.
 */
export interface Refused {
  type: 'refused'
  code: 'illegal' | 'seat' | 'stale' | 'state'
  seat: number
  action: string
  text: string
  /** Message of the title's catalogue for `illegal`, else of the shared ones. */
  key: string
  args: Record<string, string | number>
  rule: string
}

/** A bot from elsewhere, as everybody may see it. */
export interface RemoteBot {
  /** Its name with the @ before it: what a host gives as a seat's `bot`. */
  bot: string
  /** The name of whoever answers for it. */
  owner: string
  online: boolean
  /** What it plays; empty for every title. */
  titles: string[]
  /** It is here and may be seated at one more table. */
  free: boolean
}

/** Bots from elsewhere, those that are here first. */
export interface RemoteBots {
  bots: RemoteBot[]
}

export interface Rename {
  name: string
}

/** A title's rules in one language, as Markdown. */
export interface Rules {
  title: string
  lang: string
  text: string
}

/**
 * In a match over days, to whoever looks at their own seat: what it has said in advance. Before the
 * update that it belongs to, and whenever it changes.
 */
export interface SaidNews {
  type: 'said'
  seat: number
  /** null: nothing yet, not even that everything is to be asked. */
  said: Record<string, boolean | number | string> | null
  /** That of the view. */
  step: number
  /** What is about to be answered to the decision at that step. */
  answer: string | null
}

/**
 * What a seat adds to the chance of a match: its hash is promised before anybody's value is told,
 * so nobody can choose theirs by the others'.
 */
export interface Salt {
  /** The hash; null for a bot, or for somebody who promised nothing. */
  pledge?: string | null
  /** null where it was not told in time. */
  value?: string | null
}

/** A position of a title with much on the table, to show what the pieces look like. */
export interface SamplePosition {
  title: string
  view: View
  labels: Record<string, string>
}

/** A part of a seat's score: a message, its points and the rule behind it. */
export interface ScoreLine {
  key: string
  args: Record<string, string | number>
  points: number
  rule: string
}

/** A seat at a table, and who plays it. */
export interface Seat {
  seat: number
  kind: 'bot' | 'open' | 'person'
  /** The person's; empty for an open seat and for a bot. */
  name: string
  /** Compare with `Me.id`; one person may have several seats. */
  person: string | null
  /** The level of the bot that plays now. */
  bot: string | null
  /** A bot sits in until the person returns. */
  away: boolean
  connected: boolean
  /** Decisions in a row that ran out of time. */
  missed: number
  /** When the seat's decision runs out. */
  deadline: number | null
  /** The name of whoever let the bot sit in for somebody absent. */
  replaced_by: string | null
  /** Its bot thought less over its last decision than it could, because the server is busy. */
  hurried: boolean
  /** SHA-256 of the salt that the seat adds to the draws; null if it adds none. */
  pledge: string | null
  /** After the deal: the salt, if it was told in time. */
  salt: string | null
  /** Time left beyond that of the present decision; null where the clock has no reserve. */
  reserve: number | null
  /** Decisions of the whole match that ran out of time. */
  late: number
  /** On vacation: when the clock runs again. */
  rests_until: number | null
}

/**
 * Before the start the host opens a seat or puts a bot there; `person` seats one more person at
 * your browser (open seats; the host also takes a bot's) or gives your own seat another name.
 * During play `bot` hands your seat to a bot (for the host: also that of somebody who has been
 * absent for a while, to a bot no weaker than the table's), `person` takes it back.
 */
export interface SeatChange {
  kind: 'bot' | 'open' | 'person'
  bot?: string | null
  /** For `person` before the start: what this seat's player is called at this table. */
  name?: string | null
}

/** How one seat has played, and how lucky it was. */
export interface SeatReport {
  name: string
  decisions: number
  /**
   * The part of its chances that its choices kept: 1 if none clearly gave something away. What lies
   * within the noise counts neither way: a lucky search would make up for a blunder.
   */
  accuracy: number
  /** Chances given away by decisions, summed. */
  lost: number
  /** What the draws gave and took: how they changed its chance by the whole truth, summed. */
  luck: number
  /** Standard error of `luck`, by the number of simulations. */
  luck_error: number
  /** Its decision that gained the most over the other choices. */
  best: number | null
  /** Its decision that clearly gave away the most. */
  worst: number | null
}

/** A message about the whole match, in the shared catalogues. */
export interface Sentence {
  key: string
  args: Record<string, string | number>
  /** The piece of the story that it speaks of. */
  told: Telling | null
}

export type ServerMessage = Welcome | TableNews | Update | ChatNews | Refused | Fault | SaidNews

/** Keep the name on other devices. `current` is needed to change a password. */
export interface SetPassword {
  password: string
  current?: string | null
}

/** False: I would rather wait. */
export interface StandInAnswer {
  agree: boolean
}

/** Somebody has let time run out often: shall a bot take the seat? All the others must agree. */
export interface StandInRequest {
  seat: number
  /** People. */
  agreed: string[]
  missing: string[]
}

/** A log entry as one seat sees it; `action` is null where it may not know. */
export interface Step {
  number: number
  /** The seat; null for a draw. */
  actor: number | null
  action: string | null
  forced: boolean
}

/** A channel that is stopped, or confirmed. */
export interface Stopped {
  kind: 'mail' | 'push' | 'webhook'
}

/** A table as everybody may see it. Its id is also its match's. */
export interface Table {
  id: string
  name: string
  title: string
  edition: string
  edition_name: string
  /** This edition's company names, by id, where they differ from the catalogues'. */
  labels: Record<string, string>
  options: Record<string, string | number | boolean>
  state: 'closed' | 'open' | 'over' | 'playing'
  private: boolean
  host: string
  seats: Seat[]
  clock: Clock | null
  pace: number
  /** As chosen for the table; `perfect` where nothing has to be remembered. */
  memory: 'perfect' | 'table'
  /** People connected who have no seat. */
  watching: number
  step: number
  rewinds: number
  /**
   * The host wants to start: seats and pledges stand. Tell your seats' salts now; the deal follows
   * as soon as all are told, or after a moment.
   */
  starting: boolean
  /** SHA-256 of the seed that all draws come from: shown before the deal. */
  commitment: string | null
  /** After the end. */
  seed: string | null
  /** After the end. */
  scores: number[] | null
  /** After the end. */
  places: number[] | null
  request: BackRequest | null
  /** Who may write. */
  chat: 'everybody' | 'nobody' | 'players'
  /** People whom the host has silenced. */
  muted: string[]
  kicks: KickRequest[]
  /** The rematch's table. */
  next: string | null
  previous: string | null
  created: number
  started: number | null
  ended: number | null
  /** The server's clock. */
  now: number
  /** Of a match that plays on from another. */
  origin: Whence | null
  /** Of a deal of the day. */
  daily: DailyTable | null
  /** In a match over days: seats for which the others may want a bot. */
  stand_ins: StandInRequest[]
  /** Of a contest's round. */
  contest: ContestSitting | null
  /** It counts for ratings, unless the coach is asked or something taken back. */
  counts: boolean
}

/** A table in a list. */
export interface TableLine {
  id: string
  name: string
  title: string
  state: 'closed' | 'open' | 'over' | 'playing'
  private: boolean
  /** A person's name, `bot:LEVEL`, or null for an open seat. */
  seats: (string | null)[]
  people: string[]
  clock: Clock | null
  places: number[] | null
  scores: number[] | null
  created: number
  changed: number
  /** Seats that the table waits for. */
  turn: number[]
  /** The people among them, bots' seats left out: compare with `Me.id`. */
  turn_of: string[]
  /** Whose seat each is; null for a bot's and an open one. */
  owners: (string | null)[]
  /** When each seat's decision runs out. */
  deadlines: (number | null)[]
  /** People whose last decision the clock made, in a match over days. */
  late: string[]
  /** People who are asked whether a bot shall take somebody's seat. */
  stand_in_of: string[]
}

/** Whenever people, seats, clocks or the table's state change. */
export interface TableNews {
  type: 'table'
  table: Table
}

/** Undo the seat's last decision: at once if it may be, else everybody is asked. */
export interface TakeBack {
  type: 'take_back'
  seat: number
}

/** While the table is `starting`: the salt that your seat has promised. */
export interface TellSalt {
  salt: string
}

/** A piece of the story with the number of the step it belongs to. */
export interface Telling {
  step: number
  key: string
  args: Record<string, string | number>
}

/** Somebody's matches of one title at tables of one size. */
export interface TitleFigures {
  title: string
  seats: number
  played: number
  won: number
  /** The mean; the last where a bot decided for them, which is not won either. */
  place: number
  /** The highest score without a bot's help; null if there is none. */
  best: number | null
}

/** A title that can be played here. */
export interface TitleInfo {
  name: string
  minutes: number
  /** How often one of four players decides in a match; 0: not known. */
  decisions: number
  /** By the length of its rules and the number of choices; null: not known. */
  difficulty: 'easy' | 'hard' | 'medium' | null
  rules_version: number
  edition: string
  edition_name: string
  seats: number[]
  options: OptionInfo[]
  /** null where all that counts lies open: then `NewTable.memory` makes no difference. */
  memory: MemoryInfo | null
  /** How many there are. */
  lessons: number
  /** How many questions of the day there are. */
  questions: number
}

/** A rating by OpenSkill: it lies within two sigmas of mu 19 times of 20. */
export interface TitleRating {
  title: string
  mu: number
  sigma: number
  played: number
}

/** How somebody tends to win a title. */
export interface TitleWays {
  title: string
  /** Matches that it comes from. */
  won: number
  /** The most telling first. */
  ways: Way[]
}

/**
 * The position and what led to it. Drop what you have from step `since` on (history: points with a
 * step above `since`), then append; all of it replaces all when `since` is 0. Then drop what is
 * older than `first`.
 */
export interface Update {
  type: 'update'
  since: number
  /**
   * The first step that may still be looked up: 0 unless the table's memory is `table`, and at the
   * end.
   */
  first: number
  /** Ask from here after a lost connection; later steps may yet be turned up. */
  settled: number
  rewinds: number
  view: View
  steps: Step[]
  story: Telling[]
  history: Point[]
  /**
   * What was seen on the way from the last update to this one, in order; empty for a newcomer,
   * after a take-back and where too much has happened. For somebody who comes back to a match over
   * days, and said what they had `seen`, the first is the position that they left.
   */
  frames: Frame[]
  /** The viewer's last decision, without asking anybody. */
  may_take_back: boolean
  /**
   * Only where somebody has several seats: nobody knows more than everybody now, so that people at
   * one browser need not look away when they take turns.
   */
  open: boolean
  now: number
}

/** Days from now on in which my clocks stand still; 0 ends it. */
export interface VacationWanted {
  days: number
}

/** Everything one seat (or, with seat null, a spectator) may know. */
export interface View {
  title: string
  edition: string
  options: Record<string, string | number | boolean>
  seats: number
  seat: number | null
  step: number
  over: boolean
  waiting: number[]
  /** What is being decided, also for those who only watch. */
  kind: string
  /** The viewer's own, if it waits. */
  decision: Decision | null
  /** What it may not choose, and why. */
  blocked: Blocked[]
  /** What lies on the table: an instance of the title's own board. */
  board: Board
  companies: string[]
  prices: number[]
  worth: (number | null)[]
  /** After the end. */
  places: number[] | null
  /** After the end. */
  score_lines: ScoreLine[][] | null
}

/** Something that somebody does more often than the others at the table when they win. */
export interface Way {
  /** The title's message `feat.NAME`. */
  feat: string
  /** Times a match. */
  mine: number
  others: number
}

/** First answer on a socket. */
export interface Welcome {
  type: 'welcome'
  /** As in `Floor`: after a lost connection the server may be a newer one. */
  build: string
}

/** That a match plays on from another, and from where. */
export interface Whence {
  /** The identity of that match's record. */
  record: string
  /** After so many steps of it. */
  step: number
  /** Whoever plays on sits there. */
  seat: number
  /** Whether what that seat could not know was dealt again, or is as it truly was. */
  hidden: 'again' | 'true'
  /** Where that match was played, if it was here. */
  table: string | null
}

/** A title's message catalogue in one language, shared messages included. */
export interface Words {
  title: string
  lang: string
  messages: Record<string, string>
}
