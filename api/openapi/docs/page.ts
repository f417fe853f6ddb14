/**
 * The page that documents an API and sends example requests, and its start script: nothing inline, nothing from other hosts, and
 * only relative URLs, so that it works behind a proxy, below a path and under any host name.
 */

/** `assets`: a path. `root`: the relative path from the page to the listener's root. */
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

/** Example requests go to the address of this page, not to the public URL in the description. */
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
