/** Every call of the server's HTTP API. */
import type {
  AnalysisNews,
  Blocks,
  BoardPlan,
  BotToken,
  Brought,
  ChannelChange,
  Channels,
  ChatRule,
  ContestPage,
  Contests,
  Daily,
  DailyResult,
  DailyWanted,
  EditionInfo,
  EditionReading,
  Fairness,
  Film,
  Floor,
  Friends,
  GivenEdition,
  Hint,
  HintWanted,
  Leaderboard,
  LessonMoment,
  Lessons,
  Lobby,
  Me,
  Moment,
  MyBots,
  MyVacation,
  NewBranch,
  NewChannel,
  NewContest,
  NewReport,
  NewTable,
  OpenedRecord,
  Problem,
  Profile,
  QuestionMoment,
  Questions,
  RecordFile,
  RemoteBots,
  Rules,
  SamplePosition,
  SeatChange,
  Stopped,
  Table,
  Words,
} from '../protocol'
import type { Args } from '../text/message'
import type { Key } from '../text/words.svelte'
import { carrier } from './carrier'

/** A request the server refused: `code` is for us; `key` and `args` are a message for people. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly key: Key,
    readonly args: Args = {},
  ) {
    super(code)
  }
}

/** A body that is a text is JSON already. */
async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await carrier.request(method, path, typeof body === 'string' ? body : JSON.stringify(body ?? {}))
  if (!response.ok) throw await refusal(response)
  return response.status === 204 ? (undefined as Answer) : ((await response.json()) as Answer)
}

async function refusal(response: Response): Promise<Refusal> {
  try {
    const problem = (await response.json()) as Problem
    return new Refusal(response.status, problem.code, problem.key as Key, problem.args)
  } catch {
    return new Refusal(response.status, 'unclear', 'ui.failed')
  }
}

const asked = (seat: number | null) => (seat === null ? '' : `?seat=${seat}`)

export const api = {
  floor: () => call<Floor>('GET', 'api/floor'),
  rules: (title: string, lang: string) => call<Rules>('GET', `api/titles/${title}/rules/${lang}`),
  edition: (title: string, identity = '') =>
    call<EditionInfo>('GET', `api/titles/${title}/edition${identity && `?edition=${encodeURIComponent(identity)}`}`),
  askFairness: (title: string, given: GivenEdition) => call<Fairness>('POST', `api/titles/${title}/fairness`, given),
  fairness: (id: string) => call<Fairness>('GET', `api/fairness/${id}`),
  tableEdition: (id: string) => call<EditionInfo>('GET', `api/tables/${id}/edition`),
  readEdition: (title: string, given: GivenEdition) =>
    call<EditionReading>('POST', `api/titles/${title}/edition`, given),
  sample: (title: string) => call<SamplePosition>('GET', `api/titles/${title}/sample`),
  plan: (title: string) => call<BoardPlan>('GET', `api/titles/${title}/plan`),
  words: (title: string, lang: string) => call<Words>('GET', `api/titles/${title}/words/${lang}`),
  lessons: (title: string, lang: string) => call<Lessons>('GET', `api/titles/${title}/lessons/${lang}`),
  lesson: (title: string, lesson: string, answers: string[]) =>
    call<LessonMoment>('POST', `api/titles/${title}/lessons/${lesson}`, { answers }),
  questions: (title: string) => call<Questions>('GET', `api/titles/${title}/questions`),
  question: (title: string, question: string, answer: string | null) =>
    call<QuestionMoment>('POST', `api/titles/${title}/questions/${question}`, { answer }),
  daily: (title: string, day: string | null) =>
    call<Daily>('GET', `api/daily/${title}${day === null ? '' : `?day=${encodeURIComponent(day)}`}`),
  playDaily: (title: string, wanted: DailyWanted) => call<Table>('POST', `api/daily/${title}`, wanted),
  dailyResult: (title: string, day: string) =>
    call<DailyResult>('GET', `api/daily/${title}/${encodeURIComponent(day)}`),
  contests: () => call<Contests>('GET', 'api/contests'),
  openContest: (contest: NewContest) => call<ContestPage>('POST', 'api/contests', contest),
  contest: (id: string) => call<ContestPage>('GET', `api/contests/${encodeURIComponent(id)}`),
  joinContest: (id: string) => call<ContestPage>('POST', `api/contests/${id}/join`),
  leaveContest: (id: string) => call<ContestPage>('POST', `api/contests/${id}/leave`),
  nextRound: (id: string) => call<ContestPage>('POST', `api/contests/${id}/next`),
  session: () => call<Me>('POST', 'api/session'),
  rename: (name: string) => call<Me>('PATCH', 'api/me', { name }),
  setPassword: (password: string, current: string | null) => call<Me>('POST', 'api/me/password', { password, current }),
  login: (name: string, password: string) => call<Me>('POST', 'api/login', { name, password }),
  logout: () => call<void>('POST', 'api/logout'),
  profile: (person: string) => call<Profile>('GET', `api/people/${encodeURIComponent(person)}`),
  changeProfile: (hidden: boolean) => call<Profile>('PUT', 'api/me/profile', { hidden }),
  leaderboard: (title: string, season: string) =>
    call<Leaderboard>('GET', `api/leaderboards/${title}?season=${encodeURIComponent(season)}`),
  friends: () => call<Friends>('GET', 'api/me/friends'),
  invite: (person: string, title: string) => call<Table>('POST', `api/me/friends/${person}/invite`, { title }),
  bots: () => call<RemoteBots>('GET', 'api/bots'),
  myBots: () => call<MyBots>('GET', 'api/me/bots'),
  newBot: (name: string) => call<BotToken>('POST', 'api/me/bots', { name }),
  newBotToken: (bot: string) => call<BotToken>('POST', `api/me/bots/${encodeURIComponent(bot)}/token`),
  revokeBot: (bot: string) => call<MyBots>('POST', `api/me/bots/${encodeURIComponent(bot)}/revoke`),
  eraseMe: () => call<void>('POST', 'api/me/erase'),
  channels: () => call<Channels>('GET', 'api/me/channels'),
  addChannel: (channel: NewChannel) => call<Channels>('POST', 'api/me/channels', channel),
  changeChannel: (id: string, change: ChannelChange) => call<Channels>('PUT', `api/me/channels/${id}`, change),
  tryChannel: (id: string) => call<Channels>('POST', `api/me/channels/${id}/try`),
  removeChannel: (id: string) => call<Channels>('POST', `api/me/channels/${id}/remove`),
  stopChannel: (token: string) => call<Stopped>('POST', `api/channels/stop/${encodeURIComponent(token)}`),
  confirmChannel: (token: string) => call<Stopped>('POST', `api/channels/confirm/${encodeURIComponent(token)}`),
  blocks: () => call<Blocks>('GET', 'api/me/blocks'),
  block: (person: string, blocked: boolean) => call<Blocks>('POST', 'api/me/blocks', { person, blocked }),
  allowChat: (id: string, to: ChatRule['to']) => call<Table>('PUT', `api/tables/${id}/chat`, { to }),
  mute: (id: string, person: string, muted: boolean) => call<Table>('POST', `api/tables/${id}/mute`, { person, muted }),
  kick: (id: string, person: string) => call<Table>('POST', `api/tables/${id}/kick`, { person }),
  report: (id: string, report: NewReport) => call<null>('POST', `api/tables/${id}/reports`, report),
  lobby: () => call<Lobby>('GET', 'api/tables'),
  mine: () => call<Lobby>('GET', 'api/me/tables'),
  turns: () => call<Lobby>('GET', 'api/me/turns'),
  vacation: () => call<MyVacation>('GET', 'api/me/vacation'),
  changeVacation: (days: number) => call<MyVacation>('PUT', 'api/me/vacation', { days }),
  answerStandIn: (id: string, seat: number, agree: boolean) =>
    call<Table>('PUT', `api/tables/${id}/seats/${seat}/stand_in`, { agree }),
  create: (table: NewTable) => call<Table>('POST', 'api/tables', table),
  table: (id: string) => call<Table>('GET', `api/tables/${id}`),
  join: (id: string, seat: number | null) => call<Table>('POST', `api/tables/${id}/join`, { seat }),
  leave: (id: string, seat: number | null = null) => call<Table>('POST', `api/tables/${id}/leave`, { seat }),
  start: (id: string) => call<Table>('POST', `api/tables/${id}/start`),
  close: (id: string) => call<Table>('POST', `api/tables/${id}/close`),
  rematch: (id: string) => call<Table>('POST', `api/tables/${id}/rematch`),
  changeSeat: (id: string, seat: number, change: SeatChange) =>
    call<Table>('PUT', `api/tables/${id}/seats/${seat}`, change),
  pledge: (id: string, seat: number, pledge: string) =>
    call<Table>('PUT', `api/tables/${id}/seats/${seat}/pledge`, { pledge }),
  tellSalt: (id: string, seat: number, salt: string) =>
    call<Table>('PUT', `api/tables/${id}/seats/${seat}/salt`, { salt }),
  hint: (id: string, seat: number, wanted: HintWanted) =>
    call<Hint>('POST', `api/tables/${id}/seats/${seat}/hint`, wanted),
  moment: (id: string, step: number, seat: number | null) =>
    call<Moment>('GET', `api/matches/${id}/at/${step}${asked(seat)}`),
  film: (id: string, seat: number | null) => call<Film>('GET', `api/matches/${id}/film${asked(seat)}`),
  /** Only the floor in a browser has this call. The file is JSON already. */
  bringMatches: (file: string) => call<Brought>('POST', 'api/here/matches', file),
  openRecord: (file: string, seat: number | null) => call<OpenedRecord>('POST', `api/records${asked(seat)}`, file),
  recordMoment: (file: string, step: number, seat: number | null) =>
    call<Moment>('POST', `api/records/at/${step}${asked(seat)}`, file),
  record: (id: string) => call<RecordFile>('GET', `api/matches/${id}/record`),
  analysis: (id: string) => call<AnalysisNews>('GET', `api/matches/${id}/analysis`),
  analyse: (id: string) => call<AnalysisNews>('POST', `api/matches/${id}/analysis`),
  stopAnalysis: (id: string) => call<AnalysisNews>('POST', `api/matches/${id}/analysis/cancel`),
  analyseRecord: (file: string) => call<AnalysisNews>('POST', 'api/records/analysis', file),
  stopRecordAnalysis: (file: string) => call<AnalysisNews>('POST', 'api/records/analysis/cancel', file),
  branch: (id: string, branch: NewBranch) => call<Table>('POST', `api/matches/${id}/branch`, branch),
  /** The file is JSON already. */
  branchRecord: (file: string, branch: NewBranch) =>
    call<Table>('POST', 'api/records/branch', `{"record":${file},"branch":${JSON.stringify(branch)}}`),
}
