// Removes text around a mail: "Sure, here is your reply:", code fences, Markdown marks, "Let me know if you want changes".

/** A first line about the answer itself. It must end the line, because a mail may begin with "Sure, Tuesday works." */
const opener =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok|great|here you go|claro|por supuesto|bien sûr|d'accord|gerne|natürlich|selbstverständlich|klar|certo|com certeza)\b[^\n]{0,120}[:!.]|(?:here(?:'s|’s| is| are)|below is|i(?:'ve|’ve| have) (?:written|drafted)|voici|aquí (?:tienes|está)|hier ist|hier sind|aqui está|ecco|यह रहा|यहाँ)[^\n]{0,150}:)\s*$/iu;
const aboutText =
  /\b(?:drafts?|e-?mails?|mail|reply|response|versions?|message|subject|summary|rewrite|borrador|correo|respuesta|brouillon|réponse|courriel|entwurf|antwort|rascunho|resposta|mensagem|versão|versión)\b|:\s*$/iu;
const rule = /^\s*(?:[-*_=]\s?){3,}\s*$/;
const fence = /^\s*`{3,}\s*[\w-]{0,20}\s*$/;

export const isWrapperLine = (line: string) =>
  rule.test(line) || fence.test(line) || (opener.test(line.trim()) && aboutText.test(line));

/** Speaks about the text, not to its reader. */
const aboutDraft =
  /\b(?:would you like me to|do you want me to|want me to (?:adjust|change|make|revise)|i can (?:also )?(?:adjust|revise|rewrite|shorten|make it)|(?:adjust|change|modify|tweak|edit|customi[sz]e|personali[sz]e) (?:it|this|the (?:tone|draft|text|email|wording|placeholders))|this (?:draft|version|email|reply) (?:is|keeps|uses|can)|i (?:left|used|kept|added) (?:a |the )?(?:placeholders?|blanks?)|replace the (?:placeholders?|brackets)|hope this (?:helps|works for you))\b/i;
/** May also be a sentence of the mail, and counts only after its end. */
const offer =
  /^(?:\(?note\b|let me know if you(?:'d| would)? (?:like|want|need)|feel free to|dis-moi si|dites-moi si|avísame si|sag(?:en sie)? (?:mir )?bescheid|me avise se|p\.?s\.? i)/i;

/** The body of a mail without the model's own words around it. */
export function withoutWrappers(answer: string): string {
  const lines = answer.replaceAll("\r\n", "\n").trim().split("\n");
  while (lines.length > 1 && (isWrapperLine(lines[0] ?? "") || !lines[0]?.trim())) lines.shift();
  while (lines.length > 1 && (isEndLine(lines.at(-1) ?? "") || !lines.at(-1)?.trim())) lines.pop();
  const spaced = lines.flatMap((line) => (rule.test(line) ? ["", line, ""] : [line]));
  return withoutTrailer(withoutMarks(spaced.join("\n")))
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

const isEndLine = (line: string) => rule.test(line) || fence.test(line);

function withoutTrailer(text: string): string {
  const paragraphs = text.split(/\n\s*\n/);
  const last = paragraphs.at(-1)?.trim() ?? "";
  if (paragraphs.length < 2 || last.length > 400) return text;
  const before = paragraphs.at(-2) ?? "";
  const isAfterEnd = isSignOff(before) || rule.test(before);
  if (!(aboutDraft.test(last) && !isSignOff(last)) && !(isAfterEnd && offer.test(last))) return text;
  const rest = paragraphs.slice(0, -1);
  while (rest.length > 1 && rule.test(rest.at(-1) ?? "")) rest.pop();
  return rest.join("\n\n");
}

/** A closing phrase and a name: at most four short lines, and the first ends with a comma or is short. */
const isSignOff = (paragraph: string) => {
  const lines = paragraph.trim().split("\n");
  return lines.length <= 4 && lines.every((line) => line.length < 60) && /(?:,|^[^.!?]{1,30})\s*$/.test(lines[0] ?? "");
};

/** Plain text in place of Markdown: bold, headings and code lose their marks, list items begin with "-". */
const withoutMarks = (text: string) =>
  text
    .replaceAll(/(\*\*|__)(?=\S)([^\n]{1,300}?)(?<=\S)\1/g, "$2")
    .replaceAll(/(?<![\w*])\*(?=[^\s*])([^*\n]{1,200})(?<=[^\s*])\*(?![\w*])/g, "$1")
    .replaceAll(/^[ \t]{0,3}#{1,6}[ \t]+/gm, "")
    .replaceAll(/^([ \t]{0,8})[*•+][ \t]+(?=\S)/gm, "$1- ")
    .replaceAll(/^[ \t]*`{3,}[\w-]{0,20}[ \t]*\n?/gm, "")
    .replaceAll(/`([^`\n]{1,200})`/g, "$1");

/** Passes on an answer without its first lines that speak about it. */
export function withoutOpening(show: (piece: string) => void): (piece: string) => void {
  let head: string | undefined = "";
  return (piece) => {
    if (head === undefined) return show(piece);
    head += piece;
    for (let end = head.indexOf("\n"); end >= 0; end = head.indexOf("\n")) {
      const line = head.slice(0, end);
      if (line.trim() && !isWrapperLine(line) && !subjectLine.test(line)) break;
      head = head.slice(end + 1);
    }
    if (!mayBeWrapper(head)) {
      const ready = head;
      head = undefined;
      if (ready) show(ready);
    }
  };
}

/** "Subject: …" in the languages that we write. */
export const subjectLine =
  /^[\s*_#"“]{0,6}(?:subject(?: line)?|betreff|objet|asunto|assunto|oggetto|onderwerp|विषय)[*_\s]{0,4}[:：]/i;

const starts =
  "sure certainly of course absolutely okay ok great here you go here's here is below is i've i have claro por supuesto bien sûr d'accord gerne natürlich selbstverständlich klar certo com certeza voici aquí hier ist hier sind aqui está ecco यह यहाँ subject betreff objet asunto assunto oggetto onderwerp विषय --- ***".split(
    " ",
  );

/** Whether the start of an answer may still become a line that is not shown. Most answers show their first piece at once. */
function mayBeWrapper(head: string) {
  if (head.includes("\n") || head.length >= 200) return false;
  const start = head
    .replace(/^[\s*_#"“`=-]+/, "")
    .toLowerCase()
    .slice(0, 20);
  const word = /^[^\s!,:.]*/.exec(start)?.[0] ?? "";
  return start === "" || starts.some((known) => (word === start ? known.startsWith(word) : known === word));
}
