/** CSS properties of mail that cannot load resources, run code, or move an element out of the flow. */
export const mailProperties: ReadonlySet<string> = new Set(
  `align-items background background-color background-image background-position background-repeat background-size border border-bottom
  border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width border-collapse
  border-color border-left border-left-color border-left-style border-left-width border-radius border-right border-right-color
  border-right-style border-right-width border-spacing border-style border-top border-top-color border-top-left-radius
  border-top-right-radius border-top-style border-top-width border-width box-sizing caption-side clear color direction display
  empty-cells flex flex-direction flex-wrap float font font-family font-size font-style font-variant font-weight gap height
  hyphens justify-content letter-spacing line-height list-style list-style-image list-style-type margin margin-bottom margin-left
  margin-right margin-top max-height max-width min-height min-width opacity overflow overflow-wrap padding padding-bottom
  padding-left padding-right padding-top table-layout text-align text-decoration text-decoration-color text-decoration-line
  text-decoration-style text-indent text-overflow text-transform vertical-align visibility white-space width word-break
  word-spacing word-wrap`.split(/\s+/),
);

/** The properties that may have a picture. */
export const pictureProperties: ReadonlySet<string> = new Set([
  "background",
  "background-image",
  "list-style",
  "list-style-image",
]);

/** Classes of the elements that stand for `html` and `body` in a mail with a style sheet. All of its rules begin with the first. */
export const mailClass = "ib-mail";
export const mailBodyClass = "ib-body";

/** Queries of media that a mail may make: the screen and its width. */
export const mailMedia =
  /^(?:(?:only )?(?:screen|all)(?: and \((?:min|max)-(?:device-)?width ?: ?\d{1,5}(?:\.\d{1,3})?(?:px|em|rem)\)){0,4}|\((?:min|max)-(?:device-)?width ?: ?\d{1,5}(?:\.\d{1,3})?(?:px|em|rem)\)(?: and \((?:min|max)-(?:device-)?width ?: ?\d{1,5}(?:\.\d{1,3})?(?:px|em|rem)\)){0,3})$/;
