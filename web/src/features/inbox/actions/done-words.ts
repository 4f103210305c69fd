import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { t } from "@intellibox/contract/text/t";

/** Says what an action did with a number of messages or threads. `name` is the folder or label, if the action has one. */
type DoneWords = Record<MailAction, (count: number, name: string | undefined) => string>;

export const messagesDone: DoneWords = {
  archive: (count) => t("{count, plural, =1 {Message archived} other {# messages archived}}", { count }),
  inbox: (count) => t("{count, plural, =1 {Message moved to Inbox} other {# messages moved to Inbox}}", { count }),
  move: (count, name) =>
    name === undefined
      ? t("{count, plural, =1 {Message moved} other {# messages moved}}", { count })
      : t("{count, plural, =1 {Message moved to {name}} other {# messages moved to {name}}}", { count, name }),
  label: (count, name) =>
    name === undefined
      ? t("{count, plural, =1 {Message labelled} other {# messages labelled}}", { count })
      : t("{count, plural, =1 {Message labelled {name}} other {# messages labelled {name}}}", { count, name }),
  unlabel: (count, name) =>
    name === undefined
      ? t("{count, plural, =1 {Message unlabelled} other {# messages unlabelled}}", { count })
      : t("{count, plural, =1 {{name} removed from message} other {{name} removed from # messages}}", { count, name }),
  star: (count) => t("{count, plural, =1 {Message starred} other {# messages starred}}", { count }),
  unstar: (count) => t("{count, plural, =1 {Message unstarred} other {# messages unstarred}}", { count }),
  junk: (count) => t("{count, plural, =1 {Message moved to Spam} other {# messages moved to Spam}}", { count }),
  notJunk: (count) => t("{count, plural, =1 {Message moved to Inbox} other {# messages moved to Inbox}}", { count }),
  read: (count) => t("{count, plural, =1 {Message marked as read} other {# messages marked as read}}", { count }),
  unread: (count) => t("{count, plural, =1 {Message marked as unread} other {# messages marked as unread}}", { count }),
  trash: (count) => t("{count, plural, =1 {Message deleted} other {# messages deleted}}", { count }),
  delete: (count) => t("{count, plural, =1 {Message deleted for good} other {# messages deleted for good}}", { count }),
};

/** Rows that are threads of several messages are called conversations. */
export const threadsDone: DoneWords = {
  archive: (count) => t("{count, plural, =1 {Conversation archived} other {# conversations archived}}", { count }),
  inbox: (count) =>
    t("{count, plural, =1 {Conversation moved to Inbox} other {# conversations moved to Inbox}}", { count }),
  move: (count, name) =>
    name === undefined
      ? t("{count, plural, =1 {Conversation moved} other {# conversations moved}}", { count })
      : t("{count, plural, =1 {Conversation moved to {name}} other {# conversations moved to {name}}}", {
          count,
          name,
        }),
  label: (count, name) =>
    name === undefined
      ? t("{count, plural, =1 {Conversation labelled} other {# conversations labelled}}", { count })
      : t("{count, plural, =1 {Conversation labelled {name}} other {# conversations labelled {name}}}", {
          count,
          name,
        }),
  unlabel: (count, name) =>
    name === undefined
      ? t("{count, plural, =1 {Conversation unlabelled} other {# conversations unlabelled}}", { count })
      : t("{count, plural, =1 {{name} removed from conversation} other {{name} removed from # conversations}}", {
          count,
          name,
        }),
  star: (count) => t("{count, plural, =1 {Conversation starred} other {# conversations starred}}", { count }),
  unstar: (count) => t("{count, plural, =1 {Conversation unstarred} other {# conversations unstarred}}", { count }),
  junk: (count) =>
    t("{count, plural, =1 {Conversation moved to Spam} other {# conversations moved to Spam}}", { count }),
  notJunk: (count) =>
    t("{count, plural, =1 {Conversation moved to Inbox} other {# conversations moved to Inbox}}", { count }),
  read: (count) =>
    t("{count, plural, =1 {Conversation marked as read} other {# conversations marked as read}}", { count }),
  unread: (count) =>
    t("{count, plural, =1 {Conversation marked as unread} other {# conversations marked as unread}}", { count }),
  trash: (count) => t("{count, plural, =1 {Conversation deleted} other {# conversations deleted}}", { count }),
  delete: (count) =>
    t("{count, plural, =1 {Conversation deleted for good} other {# conversations deleted for good}}", { count }),
};
