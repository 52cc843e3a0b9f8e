/** What an extension is named by in templates, such as `acme-color`: lower-case words joined by hyphens, two at least. */
export const extensionName = /^(?=.{3,40}$)[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/;
