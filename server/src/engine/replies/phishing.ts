// Mail that wants the reader to open a link and hand over a password, a card or a code. Its sender cannot be verified.

const word = (alternatives: string) => `(?<![\\p{L}\\p{M}])(?:${alternatives})`;

const your = word(
  "your|ihre?[nmrs]?|deine?[nmrs]?|votre|vos|ton|ta|su|tu|sus|sua|seu|o seu|a sua|aap?k[aie]|आपक[ाीे]|dear (?:user|customer)",
);
const thing =
  "(?:mailbox|inbox|e-?mail|account|password|storage|access|card|domain|parcel|package|identity|computer|postfach|konto|karte|paket|passwort|speicher|zugang|boîte|compte|carte|colis|messagerie|accès|cuenta|tarjeta|buzón|correo|paquete|contraseña|acceso|conta|cartão|caixa|encomenda|senha|acesso|kyc|sim card|खाता|खाते|कार्ड|केवाईसी)";
const state =
  "(?:exceed\\p{L}*|expir\\p{L}*|suspen\\p{L}*|locked|disabled|de-?activat\\p{L}*|terminated|restricted|block\\p{L}*|on hold|gesperrt|deaktiviert|abgelaufen|zurückgehalten|überschritten|bloqu\\p{L}*|désactiv\\p{L}*|dépass\\p{L}*|retenue?|caduc\\p{L}*|desactiv\\p{L}*|desativ\\p{L}*|excedid\\p{L}*|retid[ao]|band ho|बंद|ब्लॉक|समाप्त)";
const enters = word(
  "enter|submit|fill in|provide|verify|validate|saisi\\p{L}*|renseign\\p{L}*|vérifi\\p{L}*|valide[rz]|eingeben|geben sie|bestätigen sie|verifizier\\p{L}*|introdu\\p{L}*|ingres\\p{L}*|verifi\\p{L}*|inform[ea]|insira|digite|bhar\\p{L}*|daal\\p{L}*|भरें|डालें|दर्ज",
);
const secret =
  "(?:card (?:number|details)|password|credentials|\\botp\\b|\\bpin\\b|cvv|(?:your|sua|su|votre|ihre) (?:identity|identité|identidade|identidad|identität|mailbox)|kartennummer|kartendaten|anmeldung|zugangsdaten|passwort|numéro de carte|mot de passe|número de (?:tu |su )?tarjeta|datos de (?:tu |su )?tarjeta|contraseña|número do (?:seu )?cartão|dados do (?:seu )?cartão|senha|ओटीपी|पासवर्ड|पिन)";

const link =
  /https?:|\bwww\.|(?<!\p{L})(?:click|klick\p{L}*|cliqu\p{L}*|haga clic|haz clic|pulse aquí)(?!\p{L})|लिंक|link (?:par|pe)(?!\p{L})/iu;
const locks = new RegExp(`${your}\\s.{0,30}?${thing}(?!\\p{L}).{0,80}?${state}`, "iu");
const entered = new RegExp(
  `${enters}(?!\\p{L}).{0,60}?${secret}|${secret}.{0,40}?(?:eingeben|bhar\\p{L}*|daal\\p{L}*|भरें|डालें|दर्ज)`,
  "iu",
);
/** A user who tells of an own locked account asks for help. */
const isOwn = /\b(?:my|our) (?:account|password|mailbox|card|access)\b|(?<!\p{L})(?:mein|mon|mi|meu|minha|mera) /iu;

export function isPhishing(text: string): boolean {
  const whole = text.slice(0, 6_000).replace(/\s+/g, " ");
  return link.test(whole) && (locks.test(whole) || entered.test(whole)) && !isOwn.test(whole);
}
