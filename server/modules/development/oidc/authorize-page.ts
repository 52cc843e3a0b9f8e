import { escapeHtml } from '../../../core/mail/mail-text.ts';

/** Whom the page proposes. */
const proposed = { email: 'designer@quartermaster.test', name: 'Dana Designer', groups: 'designers' };

const field = (name: keyof typeof proposed, label: string, hint = '') =>
  `<p><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${proposed[name]}" maxlength="200"${hint && ` aria-describedby="${name}-hint"`}>${hint && `<small id="${name}-hint">${hint}</small>`}</p>`;

/** The page on which somebody chooses whom the stand-in signs in. */
export const authorizePage = (request: Record<string, string>, nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in – stand-in for an OpenID provider</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 24rem; margin: 0 auto; padding: 1rem; }
label, small { display: block; }
input:not([type=checkbox]) { box-sizing: border-box; width: 100%; padding: 0.5rem; font: inherit; }
button { padding: 0.5rem 1rem; font: inherit; }
</style>
</head>
<body>
<main>
<h1>Your company</h1>
<p>This stands in for an OpenID provider, to try company sign-in out. It asks for no password: sign in as anyone.</p>
<form method="post" action="/dev/oidc/authorize">
${Object.entries(request)
  .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
  .join('\n')}
${field('email', 'Email')}
${field('name', 'Name')}
${field('groups', 'Groups', 'The claim “groups”, separated by commas')}
<p><label><input type="checkbox" name="is_unverified" value="1"> The address is not verified</label></p>
<p><button name="answer" value="allow">Sign in</button> <button name="answer" value="deny">Cancel</button></p>
</form>
</main>
</body>
</html>`;
