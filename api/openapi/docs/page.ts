/**
 * The page on which a contract is read and tried out, and the script that starts it: nothing inline, nothing from elsewhere, and
 * no address but relative ones, so that it works behind a proxy, below a path and by any name of the host.
 */

/** `assets` is a path; `root` leads from the page to where the listener's paths begin. */
export const pageOf = (title: string, assets: string, root: '.' | '..'): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}${assets}/swagger-ui.css">
</head>
<body>
<div id="contract" data-root="${root}"></div>
<noscript><p>Without scripts, read <a href="${root}/openapi.json">the contract itself</a>.</p></noscript>
<script src="${root}${assets}/swagger-ui-bundle.js"></script>
<script src="${root}${assets}/init.js"></script>
</body>
</html>
`;

/** Requests are tried where the page was reached, whatever address the contract says the world uses. */
export const INIT_SCRIPT = `// Starts the page of a contract.
const place = document.getElementById('contract');
const dark = matchMedia('(prefers-color-scheme: dark)');
const dress = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', dress);
dress();
const here = new URL(place.dataset.root + '/', location.href).href.replace(/\\/$/, '');
const start = (contract) => {
  const tags = contract.tags.map(({ externalDocs, ...tag }) =>
    externalDocs === undefined ? tag : { ...tag, externalDocs: { ...externalDocs, url: here + externalDocs.url } },
  );
  SwaggerUIBundle({
    dom_id: '#contract',
    spec: { ...contract, tags, servers: [{ url: here }] },
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null,
  });
};
fetch(here + '/openapi.json')
  .then((response) => (response.ok ? response.json() : Promise.reject(new Error('answered ' + response.status))))
  .then(start)
  .catch((error) => {
    place.textContent = 'The contract could not be loaded: ' + error.message;
  });
`;
