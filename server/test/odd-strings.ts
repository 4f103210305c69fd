/** Words that tests put into mail and then search for. */
export const searchedWords = "invoice order the of Priya zebra Grüße 発注書 मेरा re:order 50% a_b O'Brien".split(" ");

/** Strings with operators, quotes, SQL, control characters and unusual scripts, which a search must accept. */
export function oddStrings(count: number, seed: number): string[] {
  const random = generator(seed);
  return Array.from({ length: count }, () => oddString(random).toWellFormed());
}

/** Pseudo-random numbers. The same seed gives the same numbers, so that a failure can be repeated. */
function generator(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  const pick = <T>(list: T[]): T => list[int(list.length)] as T;
  return { int, pick };
}

const operators = "from: to: subject: has: is: after: before: -from: -subject: has:attachment is:unread is:read".split(
  " ",
);
const pieces = [
  ...operators,
  ...searchedWords,
  ..."' '' \" ( ) & | ! <-> <2> :* * \\ \\\\ :A ; -- /* */ % _ ? .* ^$ [[:alpha:]] (?= {1,9} $1 $$ {{7*7}} <b> <script> &amp;".split(
    " ",
  ),
  ...[
    "'; drop table messages; --",
    "1::tsquery",
    "to_tsquery('a')",
    "\u0001\u0002",
    "\0",
    "\ud800",
    "\udfff",
    "\ufeff",
    "\u202e",
  ],
  ...[
    "👩‍👩‍👧",
    "e\u0301".repeat(30),
    "ﬃ",
    "İıß",
    "٣٤",
    "after:2026-02-30",
    "before:9999-12-31",
    "after:-1",
    "%00",
    "%",
    "\\u0000",
  ],
];

function oddString({ int, pick }: ReturnType<typeof generator>): string {
  const kind = int(10);
  if (kind === 0) return Array.from({ length: int(60) }, () => String.fromCharCode(int(0x1_0000))).join("");
  if (kind === 1)
    return pick(pieces)
      .repeat(1 + int(2_000))
      .slice(0, 10_240);
  const separator = pick(["", " ", " ", "\t", "\n"]);
  const text = Array.from({ length: 1 + int(14) }, () => pick(pieces)).join(separator);
  return kind === 2 ? `"${text}"` : text;
}
