/** The page on which a contract is read and tried out, and the script that starts it: nothing inline, nothing from elsewhere. */

export const pageOf = (title: string, contractPath: string, assets: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}/swagger-ui.css">
</head>
<body>
<div id="contract" data-address="${contractPath}"></div>
<noscript><p>Without scripts, read <a href="${contractPath}">the contract itself</a>.</p></noscript>
<script src="${assets}/swagger-ui-bundle.js"></script>
<script src="${assets}/init.js"></script>
</body>
</html>
`;

export const INIT_SCRIPT = `// Starts the page of a contract.
SwaggerUIBundle({
  dom_id: '#contract',
  url: document.getElementById('contract').dataset.address,
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;
