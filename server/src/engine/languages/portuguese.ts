import { afterColon, formsOf, type Grammar, rest, to, words } from "./grammar.ts";

const someone = String.raw`(?:-lhes?)?(?:\s+(?<by>(?:aos|ao|às|à|a|para\s+[oa]s?|para|pro|pra|com\s+[oa]s?)\s+)${to}(?:\s+(?:a dizer|dizendo))?)?`;
const that = String.raw`\s*,?\s+que\s+${rest}`;
const whether = String.raw`\s*,?\s+se\s+${rest}`;
const which = String.raw`\s*,?\s+(?<rest>(?:quando|por ?que|porqu[eê]|como|onde|quem|o que|qual|quais|quant[oa]s?|a que horas|até quando)\s[\s\S]*)`;
const thing = String.raw`\s+(?!que\b|se\b)${rest}`;

export const portuguese: Grammar = {
  orders: [
    ...formsOf("apologize", String.raw`(?:ped(?:e|ir)|peça) desculpas?|desculpa-te`, someone, {
      thing: String.raw`\s+(?=por\s|pel[oa]s?\s)${rest}`,
      alone: afterColon,
    }),
    ...formsOf("ask", String.raw`pergunt(?:a|e|ar)`, someone, { whether, which }),
    ...formsOf("request", String.raw`(?:ped(?:e|ir)|peça|solicit(?:a|e|ar))`, someone, { that }),
    ...formsOf("request", String.raw`(?:ped(?:e|ir)|peça|solicit(?:a|e|ar))`, "", {
      thing: String.raw`\s+(?<thing>\p{L}[^:,]{2,60}?)\s+(?<by>(?:aos|ao|às|à|a|para)\s+)${to}${afterColon}`,
    }),
    ...formsOf(
      "request",
      String.raw`(?:ped(?:e|ir)|peça|solicit(?:a|e|ar))`,
      String.raw`\s+(?:a|ao|à)\s+(?<to>(?:Sra?\.?\s+|D(?:ra?|ona)\.?\s+)?\p{Lu}[\p{L}.]*(?:\s\p{Lu}[\p{L}.]*){0,3})`,
      { thing },
    ),
    ...formsOf(
      "remind",
      String.raw`lembr(?:a|e|ar)|lembrete`,
      String.raw`(?:-lhe)?(?:\s+(?:a|ao|aos|à|às|o|os|para)\s+${to})?`,
      {
        that: String.raw`\s*,?\s+(?:de\s+)?que\s+${rest}`,
        thing: String.raw`\s+(?:da|do|das|dos)\s+${rest}`,
        alone: afterColon,
      },
    ),
    ...formsOf("thank", String.raw`agradec(?:e|er)|agradeça`, someone, {
      thing: String.raw`\s+(?=por\s|pel[oa]s?\s)${rest}`,
    }),
    ...formsOf("invite", String.raw`convid(?:a|e|ar)`, String.raw`\s+(?:a|o|os|as)?\s*${to}`, {
      thing: String.raw`\s+(?<rest>(?:para|a|ao|à)\s[\s\S]*)`,
    }),
    ...formsOf("confirm", String.raw`confirm(?:a|e|ar)`, someone, { that }),
    ...formsOf("offer", String.raw`ofere(?:ce|cer|ça)(?:-lhe)?`, "", { thing }),
    ...formsOf("decline", String.raw`recus(?:a|e|ar)`, "", { thing }),
    ...formsOf(
      "congratulate",
      String.raw`(?:parabeniz(?:a|e|ar)|felicit(?:a|e|ar)|dá os parabéns)`,
      String.raw`(?:\s+(?:a|ao|o|à)\s+${to})?`,
      {
        thing: String.raw`\s+(?=por\s|pel[oa]s?\s)${rest}`,
      },
    ),
    ...formsOf("complain", String.raw`(?:reclamação|queixa)(?:\s+formal)?`, someone, { alone: afterColon }),
    ...formsOf("request", String.raw`(?:diz|dizer|diga|avis(?:a|e|ar)|lembr(?:a|e|ar))`, someone, {
      deed: String.raw`\s+(?:para|de)\s+(?<rest>(?:não\s+)?\p{L}+[aei]r(?:em)?\s[\s\S]*)`,
    }),
    ...formsOf(
      "tell",
      String.raw`(?:escrev(?:e|er|a)|diz|dizer|diga|inform(?:a|e|ar)|comunic(?:a|ar)|comunique|avis(?:a|e|ar)|respond(?:e|er|a)|explic(?:a|ar)|explique|anunci(?:a|e|ar)|cont(?:a|ar)|fal(?:a|e|ar)|(?:mand(?:a|e|ar)|envi(?:a|e|ar)) (?:um )?(?:e-?mail|mensagem|recado)|(?:recado|e-?mail|mensagem|aviso|carta|nota|comunicado))`,
      someone,
      { that, alone: afterColon },
    ),
  ],
  finite: words(
    String.raw`é|são|está|estão|foi|tem|têm|temos|pode|podem|podemos|deve|falta|faltam|chega|chegam|custa|custam|fica|vai|vão|vamos|quero|queremos|preciso|posso|será|há|vem|não \p{L}+|\p{L}{2,}(?:amos|emos|imos|arei|erei|ará|erá|irá)`,
  ),
  joins: /^(?:porque|se|que|mas|senão|embora|para|com|sem|e|ou|onde|quando|já que|pois|por isso|exceto)(?!\p{L})/iu,
  notReader: words("que|se|por|pelo|pela|pelos|pelas|quando|quanto|quanta|e|para|dizer|dizendo|sobre"),
  wish: /^(?:nos |me |não |se |lhe )*(?:envie|traga|venha|faça|diga|ponha|vá|seja|mande|ligue|confirme|prepare|assine|pague|entregue|deixe|avise|leve|espere|compre|reserve|responda|escreva|devolva|abra|chegue|revise|corrija|apresente|tragam|venham|enviem|avisem)(?!\p{L})/iu,
  article: /^(?:aos|às)\s/iu,
  begins:
    /^(?:eu|nós|não\s+\p{L}+|já|temos|estamos|precisamos|há|ela (?:tem|pode|deve|precisa)|ele (?:tem|pode|deve|precisa)|quem não|obrigad[oa])\s/iu,
  style:
    /^(?:(?:seja|tom|em tom|bem|sem ser|não muito|mantém|mantenha)\s+)*(?:breve|curto|conciso|amigável|cordial|formal|informal|firme|educado|em português)$/iu,
  address: [
    [/\b(?:ela|ele)\s+(?=(?:tem|pode|deve|precisa|vai|está|fica)\b)/giu, "você "],
    [/\b(o|a|os|as) (\p{L}+) del[ae]\b/giu, "$1 seu $2"],
  ],
  determiner: /^(?:o|a|os|as|um|uma|noss[oa]s?|meus?|minhas?)\s/iu,
  group:
    /\b(?:todos|todas|equipe|equipa|pais|clientes|colegas|vizinhos|funcionários|pessoal|voluntários|fornecedores|famílias|sócios|participantes|moradores|alunos|condóminos|condôminos|hóspedes|pacientes|inquilinos|associados)\b/iu,
  name: (name) => name.replace(/^(?:o|a)\s+(?=\p{Lu})/u, ""),
};
