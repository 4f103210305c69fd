import type { AnswerToCheck } from "../answers/check-answer.ts";

/** Receives pieces of the answer. */
export type Show = (piece: string) => void;

/** How a task is put to a text model, and how its answer is read. */
export type TextFormat<Result> = {
  prompt: string;
  /** Throws `UnreadableAnswer` if the answer is not in the form that the prompt asks for. */
  read(answer: string): Result;
  /** The part of a finished answer that is shown while it is written. */
  shown(result: Result): string;
  /** The text and the conditions with which `checkAnswer` judges the answer. */
  check(result: Result): AnswerToCheck;
  /** Reduces a streamed answer to that part. Without it nothing is shown before the end. */
  streamed?: (show: Show) => Show;
};
