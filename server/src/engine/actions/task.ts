/** A task of a sentence and who has to do it. "named" comes with the name as the sentence has it. */
export type Task = {
  text: string;
  who: "addressee" | "sender" | "nobody" | "named";
  name?: string;
  /** The sentence states a deadline and asks for nothing. */
  isDeadline?: boolean;
  /** The sentence itself names the owner, who need not be a participant of the thread. */
  isThirdParty?: boolean;
  /** It is a task only with a date. */
  needsDate?: boolean;
  /** A bare imperative, which may also be an advertisement or an example. */
  isOrder?: boolean;
  /** One of several tasks of its clause: a date in another part is not its own. */
  isPart?: boolean;
};

/** A form of a sentence and the task that it states. */
export type Pattern = { test: RegExp; make: (match: RegExpExecArray) => Task | null };

export const addressed = (text: string, name?: string): Task =>
  name ? { text, who: "named", name } : { text, who: "addressee" };

export const pattern = (source: string, make: Pattern["make"], flags = "iu"): Pattern => ({
  test: new RegExp(source, flags),
  make,
});
