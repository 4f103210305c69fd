const salutation =
  /^\s*(?:hi|hey|hello|dear|greetings|good\s+(?:morning|afternoon|evening|day)|hallo|liebe[rs]?|sehr geehrte[rs]?|guten (?:tag|morgen)|bonjour|salut|ch[eè]re?s?|hola|estimad[oa]s?|buenos d[ií]as|ciao|gentile|caro|cara|ol[áa]|prezad[oa]s?|beste|hej|здравствуйте|привет|уважаем\S+|добрый день|नमस्ते|प्रिय|مرحبا|السلام عليكم|שלום|안녕하세요|尊敬的|亲爱的|您好|你好)(?![\p{L}\p{N}])[^.!?？\n]{0,60}?[,!.:;，！–—-]*\s*$/iu;
const addressees =
  /^\s*(?:[Aa]ll|ALL|[Tt]eam|[Ee]veryone|[Ee]verybody|[Ff]olks|[Gg]uys|[Bb]oth|[Gg]entlemen|[Ll]adies|[Ss]ir|[Mm]adam|[Cc]olleagues|\p{Lu}[\p{L}.'’-]+(?:(?:\s*(?:,|and|&|\/)\s*|\s)\p{Lu}[\p{L}.'’-]+){0,3})\s*(?:,|:|\s?[-–—]+|!)\s*$|^\S{1,12}(?:様|さん|先生|님)\s*$/u;

/** Whether a mail's first line greets its reader: "Dear Tom," or the bare name, "Tom,". */
export const isGreetingLine = (line: string) =>
  line.length <= 80 && (salutation.test(line) || (addressees.test(line) && !/^\s*(?!ALL\b)[A-Z]{3,}:/.test(line)));
