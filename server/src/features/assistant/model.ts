// A model answers typed tasks. A provider gets a prompt made from the task (provider-model.ts), the built-in engine the task
// itself (builtin-model.ts).

import type { TargetLanguage } from "@intellibox/contract/rules/rewriting";
import type { ReadRule } from "#engine/mail-rules/read-rule.ts";
import type { EngineAnswer, QuestionInput } from "#engine/questions/types.ts";
import type {
  Action,
  Draft,
  DraftInput,
  KeyPoint,
  Reply,
  ReplyInput,
  RewriteInput,
  Subject,
  ThreadMessage,
} from "#engine/types.ts";
import type { WritersVoice } from "#engine/voice/apply-voice.ts";
import type { Emit } from "#http/route.ts";
import type { Warning } from "./untrusted.ts";

/** The user in whose name a mail is written. */
export type Writer = {
  name: string;
  company: string;
  email: string;
  now: Date;
  timeZone: string;
  /** The text of the saved signature; null if there is none. */
  signature: string | null;
};

// Each task has the name of the engine's function for it, and is plain data, so that it can be sent to a worker thread.
/** `language` is that of the mail to be written, as far as it is known; `examples` are own mails, for a provider. */
type VoiceOfTask = { language?: string; examples?: string[] };
export type DraftTask = DraftInput &
  VoiceOfTask & {
    name: "draftEmail";
    variant: number;
    writer: Writer;
  };
export type ReplyTask = ReplyInput &
  VoiceOfTask & {
    name: "draftReply";
    variant: number;
    writer: Writer;
    /** The messages before the mail, for a provider; empty if there are none. */
    earlier: string;
    /** The mail asks for money, secrets or promises: a provider must not agree to it. The engine checks this itself. */
    needsVerification: boolean;
  };
export type SubjectTask = { name: "suggestSubject"; text: string };
export type SummaryTask = {
  name: "summarizeThread";
  /** `dateText` is the date as the mail states it. */
  thread: (ThreadMessage & { dateText: string })[];
  now: Date;
  timeZone: string;
};
export type RewriteTask = RewriteInput & {
  name: "rewriteText";
  /** The user's own words for `own`; empty otherwise. */
  instruction: string;
  /** For `translate`. */
  language?: TargetLanguage | undefined;
  variant: number;
  /** How the user words things, for a provider. */
  voice?: WritersVoice | undefined;
};
/** A mail, or a part of a long one. Only a provider can translate it. */
export type TranslateTask = { name: "translateMail"; text: string; language: TargetLanguage };
/** A mail rule from a sentence of the user. */
export type RuleTask = { name: "makeRule"; sentence: string };
/** Questions of mail rules about mails. Only a provider answers them: rules judge by words otherwise. */
export type JudgeTask = { name: "judgeMails"; mails: JudgedMail[] };
export type JudgedMail = { from: string; subject: string; text: string; questions: string[] };
/** A question about mails that were found. The engine gets `input`, whose mails a provider gets too. */
export type QuestionTask = {
  name: "answerQuestion";
  input: QuestionInput;
  asked: string;
  earlier: { question: string; answer: string }[];
  /** The words of the searches so far. */
  searched: string[];
  /** Positions of mails that a provider gets in full length. */
  whole: number[];
  /** A provider may ask for another search, or for a mail in full length. */
  maySearch: boolean;
};
export type ModelTask =
  | DraftTask
  | ReplyTask
  | SubjectTask
  | SummaryTask
  | RewriteTask
  | TranslateTask
  | RuleTask
  | JudgeTask
  | QuestionTask;

/** `source` is null if a provider's model named no message, or one that does not exist. */
export type ThreadDigest = {
  summary: (Omit<KeyPoint, "source"> & { source: number | null })[];
  /** `sourceText` is a provider's own description of the source. */
  actions: (Omit<Action, "source"> & { source: number | null; sourceText?: string })[];
};

export type RewrittenText = { text: string };

/** `mail` and `question` are positions in the task. */
export type Judgements = { answers: { mail: number; question: number; isYes: boolean; reason: string }[] };

/** An answer as a provider's model wrote it. Mails are positions in the task; nothing of it is verified. */
export type WrittenAnswer = {
  /** The searches that the model wants before it answers; empty if it answers. */
  searches: string[];
  reads: number[];
  sentences: { text: string; cites: { mail: number; sentence: string }[] }[];
  actions: WrittenAction[];
};
export type WrittenAction =
  | { do: "draft"; mail: number; intent: string }
  | { do: "label"; mail: number; label: string }
  | { do: "snooze"; mail: number; until: string }
  | { do: "rule"; sentence: string };
export type QuestionResult =
  | { engine: EngineAnswer; written?: undefined }
  | { engine?: undefined; written: WrittenAnswer };

type TaskResults = {
  draftEmail: Draft;
  draftReply: Reply;
  suggestSubject: Subject;
  summarizeThread: ThreadDigest;
  rewriteText: RewrittenText;
  translateMail: RewrittenText;
  makeRule: ReadRule;
  judgeMails: Judgements;
  answerQuestion: QuestionResult;
};
export type TaskNamed<Name extends ModelTask["name"]> = Extract<ModelTask, { name: Name }>;
export type ResultOf<Task extends ModelTask> = TaskResults[Task["name"]];

/** The warnings are about the answer. */
export type ModelAnswer<Result> = { result: Result; warnings: Warning[]; tokensIn: number; tokensOut: number };

export type AnswerOptions = {
  /** Receives the part of the answer that is shown while it is written. */
  emit?: Emit | undefined;
  /** Sentences of the mail that give the assistant orders. A provider's prompt marks them. */
  suspects?: string[];
  /** In tokens. Longer material is read in parts; the built-in engine reads all of it. */
  room?: number;
};

export type Model = {
  answer<Task extends ModelTask>(task: Task, options: AnswerOptions): Promise<ModelAnswer<ResultOf<Task>>>;
};
