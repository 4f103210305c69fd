// Function words of four languages, by which a sentence is cut to a subject line.
import type { Language } from "../text/language.ts";

export type Grammar = {
  /** Words at the beginning that a subject line leaves out. */
  opening: RegExp;
  /** Auxiliary verbs, which a headline leaves out: "wurde auf den 3. Juni verschoben". */
  auxiliary: RegExp;
  /** Words that begin another clause. */
  clause: RegExp;
  /** Words that cannot end a phrase. */
  open: RegExp;
  /** The words by which a question begins. */
  question: RegExp;
  /** Verbs for a wish to book, cancel or order. `wishes` has the noun for each. */
  wish: RegExp;
  wishes: Record<string, string>;
};

export const grammars: Partial<Record<Language, Grammar>> = {
  de: {
    opening:
      /^(?:(?:wir (?:planen|organisieren|bereiten)(?: gerade)?|bitte \p{L}+en sie (?:mir|uns)?(?: bis (?:morgen|heute|\p{L}+tag))?|bitte|leider|hiermit|wie besprochen,?|gerne|nur kurz:|wir teilen ihnen mit, dass|ich wollte dir sagen, dass|in der sache|zu ihre[rmn]?|zu unsere[rmn]?|zur|zum|ich habe|wir haben|anbei (?:erhalten sie|finden sie|sende ich ihnen|schicke ich ihnen)?|im anhang (?:finden|erhalten) sie|(?:ich|wir) sende[n]? ihnen)\s+)*(?:(?:die|der|das|den|dem|ein|eine|einen|unsere[rmn]?|unser|ihre[rmns]?|ihr|deine[rmns]?|dein|meine[rmns]?|mein|wir (?:benötigen|brauchen)(?: von ihnen)?|kannst du(?: bitte| außerdem)?|können sie(?: bitte)?|könnten sie(?: bitte)?)\s+)?/iu,
    auxiliary:
      /\s(?:k(?:a|ö)nn(?:te)? (?=am|um|ab|\p{L}+tag)|findet|finden|wurde|wurden|wird|werden|ist|sind|worden)(?=\s)/iu,
    clause:
      /\s*(?:[;(–—?]|[,:](?!\d)|\s(?:weil|da|dass|denn|aber|sondern|und (?:wir|ich|sie)|damit|obwohl|wegen)\s).*$/iu,
    open: /\s(?:der|die|das|den|dem|des|ein|eine|einen|und|oder|für|mit|von|vom|zum|zur|zu|auf|am|an|im|in|bis|per|bei|als|ist|sind|hat|wird|noch|sich|aus|um|nach|statt|anstatt|sowie|trotz|unsere[rmns]?|ihre[rmns]?|diese[rmns]?|laut|seit|gegen)$/iu,
    question:
      /^(?:(?:und|auch|oder|nun)\s+)?(?:(?:(?:ich|wir) (?:wollten?|möchten?|würden?)(?: gerne?| nur| kurz)* (?:wissen|fragen|nachfragen|erfahren),?\s+)?(?:(?:ab |bis |seit )?wann|wie(?: viele?| lange| hoch| teuer)?|was|wer|welche[rsnm]?|wo|warum|wieso|ob)\s+)?(?:(?:ist|sind|war|waren|wird|werden|wurde|hat|haben|kann|können|könnten?|kannst|könntest|gibt|steht|kommt|gilt|dauert|kostet|kosten|brauchen?|muss|müssen|soll|sollen|darf|dürfen|würden?|wäre|liegt|bekomme|bieten|passt|reicht|geht|findet)\s+)?(?:(?:ich|wir|sie|du|ihr|man|es|uns|mir|dir|euch|ihnen|bitte|auch|noch|denn|eigentlich|dann)\s+)*/iu,
    wish: /\b(?:möchten?|würden?|wollen|will|müssen|muss)\s+(?:(?:ich|wir|gerne?|hiermit|bitte)\s+)*(.{4,90}?)\s+(buchen|reservieren|stornieren|kündigen|bestellen|mieten|anmelden|verschieben|umbuchen|vereinbaren|absagen|organisieren|feiern|veranstalten)\b/iu,
    wishes: {
      buchen: "Buchung:",
      reservieren: "Reservierung:",
      stornieren: "Stornierung:",
      kündigen: "Kündigung:",
      bestellen: "Bestellung:",
      mieten: "Anmietung:",
      anmelden: "Anmeldung:",
      verschieben: "Verschiebung:",
      umbuchen: "Umbuchung:",
      vereinbaren: "Vereinbarung:",
      absagen: "Absage:",
      organisieren: "",
      feiern: "",
      veranstalten: "",
    },
  },
  fr: {
    opening:
      /^(?:(?:nous (?:préparons|organisons)|merci (?:de|d['’])|veuillez|nous vous informons que|je (?:vous|te) confirme que|nous vous confirmons que|je vous informe que|malheureusement,?|hier|ce matin|cet après-midi|aujourd['’]hui|(?:veuillez|vous) trouver(?:ez)? ci-joint|ci-joint|je vous (?:envoie|transmets|adresse)|j['’]ai (?:bien )?(?:reçu|vu)(?: ce matin| hier| aujourd['’]hui)?|nous avons (?:bien )?(?:reçu|vu)|je vous écris (?:au sujet|à propos) d[eu]|suite à|pourriez-vous(?: aussi)?|pouvez-vous(?: aussi)?|comme convenu,?)\s*)*(?:l['’]\s*|(?:les?|la|une?|des|notre|votre|nos|vos|mon|ma|mes)\s+)?/iu,
    auxiliary:
      /\s(?:(?:n['’]est|ne sont|n['’]a|n['’]ont)(?: toujours| encore)?(?=\s(?:pas|plus|jamais)\s)|a lieu|aura lieu|auront lieu|est|sont|a été|ont été|sera|seront|était|peut être|pourrait être)(?=\s)/iu,
    clause:
      /\s*(?:[;(–—?]|[,:](?!\d)|\s(?:parce que|alors|car|mais|afin|à cause|en raison|qui|dont|puisque|donc|et de|et d['’]|et (?:nous|je|vous))\s).*$/iu,
    open: /\s(?:le|la|les|l['’]|un|une|des|du|de|d['’]|et|ou|pour|avec|par|sur|à|au|aux|en|dans|que|est|sont|a|ne|pas|dès|avant|chez|au lieu|lieu|à partir|partir|afin|ne seront|ne sera|seront|sera|ont|nous|vous|notre|votre)$/iu,
    question:
      /^(?:(?:et|ou|aussi|sinon)\s+)?(?:(?:je (?:voudrais|souhaiterais|aimerais)|nous (?:voudrions|souhaiterions|aimerions)) (?:bien )?savoir\s+)?(?:est-ce qu[e'’]\s*|si\s+|quand\s+|à partir de quand\s+|quel(?:le)?s?(?: est| sont| serait)?\s+|combien (?:coûte(?:nt|rait)?|de)\s+|où\s+|comment\s+|pourquoi\s+|peut-on\s+|puis-je\s+|pou[rv]\p{L}*-vous\s+(?:(?:me |nous |m['’])(?:confirmer|dire|indiquer|préciser|envoyer|donner)\s+(?:(?:si|le|la|les)\s+|l['’])?)?|avez-vous\s+|auriez-vous\s+|faut-il\s+|y a-t-il\s+|acceptez-vous\s+|est-il possible d[e'’]\s*)?(?:vous avez\s+|avez-vous\s+|vous auriez\s+|toujours\s+|aussi\s+|encore\s+)*/iu,
    wish: /\b(?:voudrais|voudrions|souhaite|souhaitons|souhaiterais|souhaiterions|aimerais|aimerions|devons|dois|suis obligée? d[e']|sommes obligés d[e'])\s*()(réserver|annuler|commander|résilier|reporter|louer|prendre|inscrire|déplacer|organiser)\s+(.{4,90})/iu,
    wishes: {
      réserver: "Réservation :",
      annuler: "Annulation :",
      commander: "Commande :",
      résilier: "Résiliation :",
      reporter: "Report :",
      louer: "Location :",
      prendre: "",
      inscrire: "Inscription :",
      déplacer: "Report :",
    },
  },
  es: {
    opening:
      /^(?:(?:estamos (?:preparando|organizando)|les? informamos (?:de )?que|(?:te|le|les|os) (?:confirmo|confirmamos|informo|aviso|avisamos|comunico|comunicamos) (?:de )?que|le informo (?:de )?que|lamentablemente,?|he (?:visto|recibido)|hemos (?:visto|recibido)|(?:(?:le|les|te|os) )?(?:adjunto|adjuntamos|envío|enviamos|paso)|ayer|hoy|recib(?:í|imos)|les? escribo (?:por|sobre)|por favor,?|como acordamos,?|también|además|¿?puedes|¿?podrías|necesito(?: que)?|necesitamos(?: que)?|les rogamos que)\s+)*(?:el|la|los|las|un|una|nuestr[oa]s?|su|sus|mi|tu)?\s+|^¿/iu,
    auxiliary:
      /\s(?:tiene lugar|tendrá lugar|se celebra|se celebrará|ha sido|han sido|fue|fueron|está|están|será|serán|es|permanecerá|permanecerán|puede ser|podría ser)(?=\s)/iu,
    clause:
      /\s*(?:[;(–—?]|[,:](?!\d)|\s(?:porque|pero|ya que|debido|por (?:fiesta|motivos)|que|quien|donde|aunque|y (?:quiere|necesit|me|nos))\s).*$/iu,
    open: /\s(?:el|la|los|las|un|una|de|del|y|o|para|con|por|en|a|al|que|es|se|su|sus|antes|hasta|sobre|como|si|lo|ha|lugar|en vez|han|está|están|no|nos|nuestr[oa]s?)$/iu,
    question:
      /^¿?(?:(?:y|también|además|o)\s+)?(?:(?:quería|quisiera|querría|queríamos|me gustaría|nos gustaría) (?:saber|preguntar)\s+)?¿?(?:si\s+|a qué hora\s+|cuándo\s+|cuánto (?:cuesta|vale|sería|cuestan)\s+|cuál(?:es)?(?: es| son| sería)?\s+|qué\s+|quién\s+|dónde\s+|cómo\s+)?(?:(?:pueden?|puedes|podéis|podrían?|podrías|podría|podemos|decirme|decirnos|confirmarme|indicarme|tienen?|tenéis|tendrían|hay|habría|es posible|está|están|es|son|sería|queda|quedan|ya|me|nos)\s+)*/iu,
    wish: /\b(?:quería|quisiera|queríamos|quisiéramos|querría|me gustaría|nos gustaría|quiero|queremos|deseo|deseamos|tenemos que|tengo que|debemos|vamos a)\s+()(reservar|cancelar|anular|pedir|encargar|alquilar|aplazar|solicitar|cambiar|devolver|organizar|celebrar)\s+(.{4,90})/iu,
    wishes: {
      reservar: "Reserva:",
      cancelar: "Cancelación:",
      anular: "Anulación:",
      pedir: "Pedido:",
      encargar: "Encargo:",
      alquilar: "Alquiler:",
      aplazar: "Aplazamiento:",
      solicitar: "Solicitud:",
      cambiar: "Cambio:",
      devolver: "Devolución:",
    },
  },
  pt: {
    opening:
      /^(?:(?:estamos (?:a )?(?:preparar|organizar|preparando|organizando)|informamos que|infelizmente,?|segue (?:em )?anexo|(?:junto )?envio(?:-lhe|-te)?|ontem|hoje|recebi|recebemos|vi|escrevo (?:sobre|por causa d[oa])|por favor,?|como combinado,?|também|podes|pode|preciso(?: de)?|precisamos(?: de)?|venho (?:por este meio )?informar que)\s+)*(?:(?:o|a|os|as|um|uma)\s+)?(?:(?:noss[oa]s?|seu|sua|meu|minha|teu|tua)\s+)?/iu,
    auxiliary:
      /\s(?:terá lugar|realiza-se|realizar-se-á|vai ser|pode ser|poderia ser|ficou|ficaram|foi|foram|está|estão|será|serão|é|são)(?=\s)/iu,
    clause:
      /\s*(?:[;(–—?]|[,:](?!\d)|\s(?:porque|mas|pois|devido|que|quem|onde|embora|já que|e (?:envia|quer|precisa))\s).*$/iu,
    open: /\s(?:o|a|os|as|um|uma|de|do|da|dos|das|e|ou|para|com|por|em|no|na|nos|nas|ao|à|que|é|se|seu|sua|até|sobre|como|vez|em vez|partir|foi|está|estão|não|noss[oa]s?)$/iu,
    question:
      /^(?:(?:e|também|ou)\s+)?(?:(?:gostaria de|queria|gostávamos de|gostaríamos de) (?:saber|perguntar)\s+)?(?:se\s+|qual(?: é| seria)?\s+|quais(?: são)?\s+|quando\s+|quanto (?:custa|fica|custam|ficaria)\s+|quem\s+|onde\s+|como\s+|a que horas\s+|até quando\s+)?(?:(?:pode[ms]?|poderiam?|podias|podemos|têm|tem|teriam|há|haveria|é possível|vocês|está|estão|é|são|já|ainda|me|nos)\s+)*/iu,
    wish: /\b(?:gostaria de|gostaríamos de|gostávamos de|queria|queríamos|quero|queremos|desejo|pretendo|pretendemos|temos de|temos que|tenho de|tenho que|vamos)\s+()(reservar|cancelar|anular|encomendar|pedir|alugar|adiar|agendar|marcar|solicitar|trocar|devolver|remarcar|organizar)\s+(.{4,90})/iu,
    wishes: {
      reservar: "Reserva:",
      cancelar: "Cancelamento:",
      anular: "Anulação:",
      encomendar: "Encomenda:",
      pedir: "Pedido:",
      alugar: "Aluguer:",
      adiar: "Adiamento:",
      agendar: "Agendamento:",
      marcar: "Marcação:",
      solicitar: "Pedido:",
      trocar: "Troca:",
      devolver: "Devolução:",
      remarcar: "Remarcação:",
    },
  },
};
