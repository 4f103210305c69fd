/** Verbs that begin a task. A list is faster than a part-of-speech tagger, and its errors can be corrected word by word. */
export const taskVerbs = new Set(
  `accept add address adjust advise align amend analyse analyze announce answer apply approve arrange ask assemble assess assign attach attend
  audit back block book bring brief build buy calculate call cancel change chase check circulate clarify clean clear close coach collect comment
  communicate compare compile complete compose confirm connect consider contact convert coordinate co-ordinate copy correct create cut debug decide
  define delete deliver deploy describe design determine develop discuss dispatch distribute do document double-check download draft draw edit
  email e-mail enable ensure enter escalate estimate evaluate examine execute expand explain explore export extend fax file fill finalise finalize
  find finish fix follow forward gather generate get give go grab handle have help hold host identify implement import improve include inform
  inspect install integrate interview introduce investigate invite invoice issue join keep launch leave let liaise list load log look mail make
  manage map mark measure meet merge message migrate monitor move notify nominate obtain offer open order organise organize outline pack park pass pay
  perform phone pick ping plan post postpone prepare present print prioritise prioritize process produce propose provide publish pull purchase push put
  raise re-send reach read rebook receive recommend reconcile record redo reduce refer refund register reject release remind remove rename renew
  repair replace reply report request resend research reserve reset resolve respond restart restore return review revise rewrite roll run save
  scan schedule search secure see select sell send separate set settle setup share ship show sign sort speak specify split start stay stop
  submit suggest summarise summarize supply support swap switch sync take talk tell test touch track train transfer translate trial try turn
  update upgrade upload use validate verify view visit wait watch work wrap write`.split(/\s+/),
);

/** "sending" → "send", "making" → "make", "planning" → "plan"; the word itself if it is not a form of a known verb. */
export function baseForm(word: string): string {
  const lower = word.toLowerCase();
  if (taskVerbs.has(lower) || !lower.endsWith("ing")) return lower;
  const root = lower.slice(0, -3);
  const candidates = [root, `${root}e`, root.replace(/(.)\1$/, "$1")];
  return candidates.find((candidate) => taskVerbs.has(candidate)) ?? lower;
}

export const startsWithTaskVerb = (text: string) => {
  const first = /^[\p{L}-]+/u.exec(text)?.[0]?.toLowerCase() ?? "";
  return taskVerbs.has(first);
};

const nounToo =
  /^(?:see|look|open|close|work|order|test|report|review|plan|document|request|email|e-mail|comment|note|back|help|hold|list|mail|update|present|support|use|view|visit|have|let|watch|try|stay|sign|share|process|address|set|post|file|map|log|bill|phone|message|call|book|design|contact|transfer|start|stop|return|change|schedule|research|record|project|launch|offer|purchase|supply|track|train|trial|wait|touch|pay|copy|draft|park|pack|host|face|fax|issue|mark|switch|sort|split|sync|roll|run|show|scan|sell|search)\b(?!\s+(?:me|us|the|this|that|it|them|him|her|your|my|our|a|an|up|into|with|by|to|out|at|over|all|these|those|in|on|off|if|for)\b)/i;

/** Whether a text is an order; "phone support" and "email not affected" are not. */
export const isImperative = (text: string) => startsWithTaskVerb(text) && !nounToo.test(text);
