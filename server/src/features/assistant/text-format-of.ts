import { draftFormat } from "./formats/draft-format.ts";
import { judgeFormat } from "./formats/judge-format.ts";
import { questionFormat } from "./formats/question-format.ts";
import { replyFormat } from "./formats/reply-format.ts";
import { rewriteFormat, translateFormat } from "./formats/rewrite-format.ts";
import { ruleFormat } from "./formats/rule-format.ts";
import { subjectFormat } from "./formats/subject-format.ts";
import { summaryFormat } from "./formats/summary-format.ts";
import type { TextFormat } from "./formats/text-format.ts";
import type { ModelTask, ResultOf, TaskNamed } from "./model.ts";

type Formats = { [Name in ModelTask["name"]]: (task: TaskNamed<Name>) => TextFormat<ResultOf<TaskNamed<Name>>> };

const formats: Formats = {
  draftEmail: draftFormat,
  draftReply: replyFormat,
  suggestSubject: subjectFormat,
  summarizeThread: summaryFormat,
  rewriteText: rewriteFormat,
  translateMail: translateFormat,
  makeRule: ruleFormat,
  judgeMails: judgeFormat,
  answerQuestion: questionFormat,
};

export const textFormatOf = <Task extends ModelTask>(task: Task) =>
  // TypeScript does not relate the table's entry to the task that chose it.
  (formats[task.name] as (task: ModelTask) => unknown)(task) as TextFormat<ResultOf<Task>>;
