import { type Grammar, replaceAll, starts, words } from "./grammar.ts";
import { portugueseImperative } from "./iberian-imperative.ts";
import { iberianVerbs, phrases } from "./romance-verbs.ts";

const clitics = "\\s+(?:el[ea]s?)(?=\\s)|-(?:lhes?|[oa]s?|n?[oa]s|me|nos|l[oa]s?|se|te)";
const mail = "e-?mail|mensagem|recado|aviso|carta|nota|comunicado|circular|bilhete|ofício";
const indicative = starts(
  "ele|pode|deve|tem|quer|vem|sai|faz|recebe|vive|pede|segue|serve|sabe|conhece|parece|oferece|perde|entende|depende|existe|ocorre|este|esse|desde|entre|sobre|sempre|durante|antes|parte|nome|doze|treze|quinze|sete|nove|onze|vinte|hoje|grande|chefe|cliente|viagem|noite|tarde|esteve|teve|disse|fosse|houve|escreve|vende|se|lhe",
);

export const portuguese: Grammar = {
  lead: /^(?:(?:preciso|quero|queria)\s+que\s+(?:lhes?\s+)?|(?:por favor|olha),?\s+|(?:preciso(?: de)?|quero|queria|gostaria de|tenho (?:de|que)|temos (?:de|que)|é preciso|é para|convém|devemos|falta|vamos|podes|pode|poderia|ajuda-me a)\s+(?=\p{L}+[aei]r(?:-\p{L}+)?\s)|(?:escrev|redig|redij|prepar|faz|manda|envi)(?:[aei]r?|er)?(?:-me)?\s+(?:um|uma)\s+(?=(?:e-?mail|mensagem|recado|aviso|carta|nota|comunicado|circular|reclamação|convite|lembrete|queixa)))*/iu,
  verbs: [
    phrases(
      "apologize",
      "indirect",
      "(?:ped(?:e|ir)|peça)(?:-lhes?)? desculpas?|desculpa-te|desculpar-(?:se|me|nos)|apresent(?:a|ar|e) desculpas",
    ),
    phrases(
      "condole",
      "indirect",
      "(?:d[aá]r?|dê|apresent(?:a|ar|e)|envi(?:a|ar|e))(?:-lhes?)? (?:os |as |as minhas |os meus |as nossas |os nossos )?(?:p[eê]sames|condol[eê]ncias|sentimentos)",
    ),
    phrases("decline", "indirect", "(?:dizer|diz|diga)(?:-lhes?)? (?:que )?não(?=\\s+(?:ao?s?|às?)\\s)"),
    phrases("congratulate", "indirect", "(?:d[aá]r?|dê)(?:-lhes?)? os parab[eé]ns"),
    phrases(
      "tell",
      "indirect",
      `(?:d[aá]r?|dê)(?:-lhes?)? (?:a conhecer|conhecimento|a not[ií]cia)|(?:mand|envi)(?:a|e|ar)(?:-lhes?)? (?:um |uma )?(?:${mail})|(?:faz|fazer|faça)(?:-lhes?)? saber`,
    ),
    ...iberianVerbs(
      [
        ["ask", "indirect", "perguntar consultar"],
        ["request", "indirect", "pedir:peç solicitar exigir:exij requisitar rogar"],
        ["remind", "direct", "lembrar relembrar recordar"],
        ["thank", "indirect", "agradecer:agradeç"],
        ["invite", "direct", "convidar convocar:convoqu"],
        ["confirm", "indirect", "confirmar"],
        ["offer", "indirect", "oferecer:ofereç"],
        ["propose", "indirect", "sugerir:sugir"],
        ["decline", "indirect", "recusar rejeitar declinar negar:negu"],
        ["cancel", "indirect", "cancelar desmarcar:desmarqu anular"],
        ["postpone", "indirect", "adiar remarcar:remarqu"],
        ["congratulate", "direct", "parabenizar felicitar"],
        ["complain", "indirect", "reclamar queixar"],
        ["dun", "direct", "cobrar"],
        ["wish", "indirect", "desejar"],
        ["arrange", "indirect", "marcar:marqu agendar combinar"],
        ["book", "indirect", "reservar"],
        ["send", "indirect", "enviar mandar remeter encaminhar"],
        ["accept", "indirect", "aceitar"],
        ["order", "indirect", "encomendar"],
        ["terminate", "indirect", "rescindir"],
        ["tell", "direct", "informar avisar notificar:notifiqu alertar prevenir:previn advertir"],
        [
          "tell",
          "indirect",
          "escrever responder explicar:expliqu anunciar comunicar:comuniqu contar falar indicar:indiqu esclarecer:esclareç transmitir participar reportar",
        ],
      ],
      clitics,
    ),
    phrases("tell", "indirect", "(?:diz(?:er|-lhes?)?|diga(?:-lhes?)?|dizer-lhes?)"),
    phrases("propose", "indirect", "(?:propõe|proponha|propor)(?:-lhes?)?"),
  ],
  nouns: [
    phrases("remind", "indirect", "(?:segundo |último )?lembrete(?: de pagamento)?"),
    phrases("complain", "indirect", "(?:reclamação|queixa)(?:\\s+formal)?"),
    phrases("invite", "indirect", "convite"),
    phrases("thank", "indirect", "agradecimentos?"),
    phrases("condole", "indirect", "p[eê]sames|condol[eê]ncias"),
    phrases("tell", "indirect", `(?:${mail}|resposta)`),
  ],
  last: [],
  anyVerb:
    /^(?:não\s+)?\p{L}{2,}(?:[aei]r|[ae])(?:-\p{L}+)?\s+(?:ao|à|aos|às|com [oa]s?|junto d[oa]|para [oa]s?|[oa]s?)\s+(?=\p{Lu}|(?:todos|todas|noss[oa]|meus?\s|minha\s))/u,
  clitic: /\sel[ea]s?$|-(?:lhes?|[oa]s?)$/iu,
  adverbs:
    /^\s*(?:(?:por favor|educadamente|também|gentilmente|brevemente|cordialmente|de novo|novamente|outra vez|a dizer|dizendo|formalmente|com cuidado|sinceramente|da minha parte|da nossa parte|já)(?![\p{L}])\s*)+/iu,
  preposition:
    /^\s*(?:aos|ao|às|à|a|para\s+[oa]s?|para|pros?|pras?|com\s+[oa]s?|com|junto\s+d?[oa]s?|contra\s+[oa]s?)\s+/iu,
  directPreposition: /^\s*(?:(?:aos|ao|às|à|para\s+[oa]s?|para|[oa]s?|com\s+[oa]s?)\s+)?/iu,
  joints: {
    that: /^\s*,?\s*(?:de\s+)?que\s+(?=\S)/iu,
    whether: /^\s*,?\s*(?:a\s+perguntar\s+|perguntando\s+)?se\s+(?=\S)/iu,
    which:
      /^\s*,?\s*(?:a\s+perguntar\s+|perguntando\s+)?(?=(?:quando|por ?que|porqu[eê]|como|onde|quem|o que|qual|quais|quant[oa]s?|a que horas|até quando|desde quando|em que)(?!\p{L}))/iu,
    deed: /^\s*(?:para|de)\s+(?:(?:el[ea]s?|você)\s+)?(?=(?:não\s+)?(?:nos\s+|me\s+|se\s+)?\p{L}+[aei]r(?:em)?(?:-\p{L}+)?(?![\p{L}]))/iu,
    about: /^\s*(?=(?:por|pel[oa]s?|pr[oa]s?|sobre|acerca d[aeo]s?|d[aeo]s?|para|a respeito d[aeo]s?|ao|à|devido)\s)/iu,
  },
  title: String.raw`(?:(?:o|a)\s+)?(?:[Ss]r\.?\s+e\s+[Ss]ra\.?|[Ss]ra?\.|[Dd]ra?\.|D\.|[Pp]rof\.ª?|[Ee]ng\.º?ª?|(?:[Ss]ra?|[Dd]ra?|[Dd]ona|[Ss]enhora?|[Pp]rofessora?|[Dd]outora?|[Ff]amília|[Ss]eu|[Pp]adre|[Ee]ngenheir[oa])(?=\s))\s*`,
  article:
    "[oa]s?|noss[oa]s?|[oa]s?\\s+noss[oa]s?|meus?|minhas?|[oa]s?\\s+(?:meus?|minhas?)|tod[oa]s?(?:\\s+[oa]s?)?|uma?|cada|seus?|suas?",
  isObject: (text, by) =>
    /^\s*a\s*$/iu.test(by) &&
    !/^(?:noss|minha|meu|tod|equip|turma|famíli|direç|empresa|loja|escola|seguradora|transportadora|operadora)/iu.test(
      text,
    ),
  contracted: /(?:^|\s)(?:aos?|às?|à|[oa]s?|pr[oa]s?)\s*$/iu,
  finite: words(
    String.raw`é|são|está|estão|estava|era|foi|foram|tem|têm|temos|tenho|tinha|pode|podem|podemos|deve|devem|falta|faltam|chega|chegam|chegou|custa|custam|fica|ficam|vai|vão|vamos|quero|queremos|preciso|precisamos|posso|será|serão|há|vem|vêm|sai|abre|fecha|começa|termina|segue|venceu|vence|aceitamos|cabe|basta|serve|não \p{L}+|\p{L}{2,}(?:amos|emos|imos|arei|erei|irei|ará|erá|irá|arão|erão|aram|eram)|\p{L}{3,}(?:ou|eu|iu)`,
  ),
  joins:
    /^(?:porque|se|que|mas|senão|embora|para|com|sem|e|ou|onde|quando|já que|pois|por isso|exceto|como|por|até|desde|incluindo|pra)(?!\p{L})/iu,
  notReader: starts(
    "que|se|por|pelo|pela|pelos|pelas|quando|quanto|quanta|e|dizer|dizendo|sobre|perguntar|[oa]s?\\s+\\d",
  ),
  isWish: (clause) => {
    const verb = clause.replace(/^(?:(?:nos|me|não|se|lhes?|por favor|também)\s+)+/iu, "");
    if (
      /^(?:traga|venha|faça|diga|ponha|vá|seja|esteja|dê|tenha|responda|escreva|devolva|abra|corrija|saia|suba|inclua|leia|mantenha|peça|escolha|decida|assista|receba|permita|imprima|atenda|resolva|ofereça|siga|cumpra|distribua|consiga|proponha|recolha)m?(?!\p{L})/iu.test(
        verb,
      )
    )
      return true;
    return (
      /^\p{L}{2,}[eé]m?(?!\p{L})/u.test(verb) &&
      !indicative.test(verb.replace(/(?<=e)m(?!\p{L})/u, "")) &&
      !/^\p{L}*(?:mente|dade)(?!\p{L})/u.test(verb)
    );
  },
  imperative: portugueseImperative,
  infinitive:
    /^(?!(?:lugar|mulher|qualquer|familiar|celular|lar|bar|ar|mar|par|ser|poder|haver|aluguer)\s)(?:não\s+)?\p{L}+[aei]r(?:-\p{L}+)?\s/iu,
  attached: /^\p{L}+[ai]d[oa]s?(?!\p{L})|^(?:d[aeo]s?|ao?s?)\s/iu,
  owner: {
    article: /^[oa]s?\s/iu,
    of: /\sd[aeo]\s(?=\p{Lu})/u,
    own: (article) => ({ o: "o seu", a: "a sua", os: "os seus", as: "as suas" })[article.toLowerCase()] ?? article,
    along: /\scom\s+(?:[oa]\s+)?(?=(?:Sra?|Dra?)\.?\s|Dona)/u,
    our: (article) =>
      ({ o: "o nosso", a: "a nossa", os: "os nossos", as: "as nossas" })[article.toLowerCase()] ?? article,
  },
  subject: {
    told: /^(?:tem (?:de|que)|deve|precisa(?: de)?)\s+(?:saber|ficar a saber|ser avisad[oa]|ser informad[oa])(?:\s+de)?\s+que\s+/iu,
    verbs:
      /^(?:tem|quer|precisa|pede|pediu|perguntou|deve|pode|vai|está|é|solicitou|reclamou|diz|disse|chega|vem|não|nos|se|já)(?!\p{L})/iu,
    pronoun: () => "",
  },
  begins:
    /^(?:eu|nós|não\s+\p{L}+|já|temos|estamos|precisamos|há|ela (?:tem|pode|deve|precisa)|ele (?:tem|pode|deve|precisa)|quem|obrigad[oa]|os que)\s/iu,
  style:
    /^(?:(?:seja|tom|em tom|bem|sem ser|não muito|mantém|mantenha|com|muito|trata-o por)\s+)*(?:breve|curto|conciso|amigável|cordial|formal|informal|firme|educad[oa]|sério|firme mas (?:educad[oa]|cordial)|carinho|tato|você|em português)$/iu,
  styleWords:
    /^(?=.*(?<!\p{L})(?:breve|curt[oa]|concis[oa]|amigável|cordial|formal|informal|firme|educad[oa]|séri[oa]|simpátic[oa]|diret[oa]|clar[oa]|suave|profissional|respeitos[oa]|delicad[oa]|cortês|corret[oa]|calm[oa]|calorós[oa]|caloros[oa]|empátic[oa]|discret[oa]|gentil)(?!\p{L}))(?:(?:breve|curt[oa]|concis[oa]|amigável|cordial|formal|informal|firme|educad[oa]|séri[oa]|simpátic[oa]|diret[oa]|clar[oa]|suave|profissional|respeitos[oa]|delicad[oa]|cortês|corret[oa]|calm[oa]|calorós[oa]|caloros[oa]|empátic[oa]|discret[oa]|gentil|e|mas|muito|tom|em|um|com|que|seja|sê|manter|mantém|sem|ser|não|demasiado|algo|por favor|mais|bem|o|mensagem|texto|soar|mantenha|manter-se|ficar)(?:[\s,]+|$))+$/iu,
  toReader: (text, isClause) =>
    replaceAll(isClause ? text.replace(/^(?:ela|ele)\s/iu, "você ") : text, [
      [/(?<!\p{L})(?:ela|ele)\s+(?=(?:tem|pode|deve|precisa|vai|está|fica|quer|já|ainda|não)(?!\p{L}))/giu, "você "],
      [/(?<!\p{L})(o|os) (\p{L}+) del[ae](?!\p{L})/giu, "$1 seu$1 $2"],
      [/(?<!\p{L})(a|as) (\p{L}+) del[ae](?!\p{L})/giu, "$1 su$1 $2"],
      [/(?<!\p{L})os seuos(?!\p{L})/giu, "os seus"],
      [/(?<!\p{L})o seuo(?!\p{L})/giu, "o seu"],
      [/(?<!\p{L})(com|para) (?:ela|ele)(?!\p{L})/giu, "$1 você"],
    ]),
  group:
    /(?<!\p{L})(?:todos|todas|equipe|equipa|pais|mães|clientes|colegas|vizinhos|funcionários|colaboradores|pessoal|voluntári[oa]s|fornecedores|famílias|sóci[oa]s|participantes|moradores|alun[oa]s|cond[óô]minos|hóspedes|pacientes|inquilinos|associados|membros|professores|motoristas|encarregados de educação|convidados|utentes|assinantes|turma)(?!\p{L})/iu,
  name: (name) =>
    name
      .replace(/^(?:o|a)\s+/u, "")
      .replace(/\s+e\s+(?:o|a)\s+/u, " e ")
      .replace(/^senhora\s/iu, "Sra. ")
      .replace(/^senhor\s/iu, "Sr. "),
};
