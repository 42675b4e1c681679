/**
 * Styles of the REST reference: the list that is shown without scripts, better contrast for Swagger UI (WCAG 2.2, 1.4.3),
 * and its table of responses without the column of links, which no route has: a small phone has no room for it (1.4.10).
 */
export const referenceStyles = `body { margin: 0; background: #fff; color: #21272f; font: 1rem/1.5 system-ui, sans-serif; }
.routes { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere; }
.routes h1 { margin: 0 0 0.5rem; font-size: 1.6rem; }
.routes h2 { margin: 2rem 0 0.5rem; font-size: 1.15rem; }
.routes ul { margin: 0; padding: 0; list-style: none; }
.routes li { padding: 0.4rem 0; border-top: 1px solid #dbe1e8; }
.routes code { font: 0.9rem/1.5 ui-monospace, monospace; }
.routes p { margin: 0.25rem 0; }
.routes a { color: #17599f; }
.swagger-ui .opblock .opblock-summary-method { color: #10151c; text-shadow: none; }
.swagger-ui .opblock.opblock-deprecated { opacity: 1; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .opblock .opblock-summary-description,
.swagger-ui .opblock-description-wrapper p,
.swagger-ui .parameter__in,
.swagger-ui .parameter__type,
.swagger-ui .parameter__deprecated,
.swagger-ui .parameter__extension,
.swagger-ui .model,
.swagger-ui .model-title,
.swagger-ui .prop-format,
.swagger-ui .model .property,
.swagger-ui .model .property.primitive,
.swagger-ui .tab li,
.swagger-ui .tab li button.tablinks,
.swagger-ui table.headers td,
.swagger-ui .response-control-media-type__accept-message,
.swagger-ui .response-undocumented,
.swagger-ui .opblock-tag small { color: #3b4151; }
.swagger-ui .response-control-media-type__accept-message { color: #0b5d33; }
.swagger-ui .info .title small { background: #4a5160; }
.swagger-ui .info .title small.version-stamp { background: #3f5a00; }
.swagger-ui .info .title small pre.version { color: #fff; }
.swagger-ui .info a,
.swagger-ui .info .link,
.swagger-ui .info .url,
.swagger-ui a.nostyle:visited,
.swagger-ui .renderedMarkdown a { color: #17599f; }
.swagger-ui .info a,
.swagger-ui .renderedMarkdown a { text-decoration: underline; }
.swagger-ui .btn.authorize,
.swagger-ui .btn.authorize span { color: #0b6b3a; border-color: #0b6b3a; }
.swagger-ui .btn.authorize svg { fill: #0b6b3a; }
.swagger-ui .btn.cancel { color: #a31515; border-color: #a31515; }
.swagger-ui .btn.execute { background: #17599f; border-color: #17599f; }
.swagger-ui .btn[disabled] { opacity: 1; color: #565d6b; border-color: #a7adb8; }
.swagger-ui .parameter__name.required span,
.swagger-ui .parameter__name.required::after { color: #a31515; }
.swagger-ui .prop-type { color: #40409a; }
.swagger-ui .errors-wrapper .errors h4,
.swagger-ui .errors-wrapper .errors small { color: #7d1212; }
`;
