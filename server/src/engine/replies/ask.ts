/** A request or question of a mail. `sentence` is the sentence that asks. */
export type Ask =
  /** A proposed time; `options` has more than one if the reader is to choose. */
  | { kind: "time"; sentence: string; when: string; options: string[] }
  /** Something to do, as the mail's own verb phrase: "send me the file by Monday". `isConditional`: only if the reader accepts. */
  | { kind: "request"; sentence: string; task: string; isConditional?: boolean }
  /** Something that the writer would like to do and wants confirmed: "book a table for two". */
  | { kind: "wish"; sentence: string; task: string }
  /** `about` is the content of the question from the answerer's side, if the sentence states it. */
  | { kind: "question"; sentence: string; about?: string };

export type RequestAsk = Extract<Ask, { kind: "request" }>;
