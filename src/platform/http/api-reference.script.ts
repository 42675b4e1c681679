/**
 * Starts Swagger UI and fixes its accessibility: links inside buttons, fields and scrolling blocks without a name or
 * keyboard access, and skipped heading levels.
 */
export const referenceScript = `(() => {
  // The path of an operation is a link within the button that opens it. The button alone does.
  const plainPaths = () => ({
    wrapComponents: {
      DeepLink: (_Original, { React }) => ({ text }) => React.createElement('span', null, text),
    },
  });

  // A label that holds nothing but its field says nothing.
  const isNamed = (field) =>
    field.getAttribute('aria-label') ||
    field.getAttribute('aria-labelledby') ||
    [...(field.labels ?? [])].some((label) => label.textContent.replace(field.textContent, '').trim());

  const nameOfField = (field) =>
    (field.id === 'servers' ? 'Server' : undefined) ??
    field.closest('[data-param-name]')?.dataset.paramName ??
    field.closest('tr')?.querySelector('.response-col_status, .parameter__name')?.textContent ??
    (field.closest('.opblock-section-request-body') ? 'Request body' : 'Choice');

  const levels = { H3: '2', H4: '3', H5: '4' };

  const regions = { '.information-container': 'About this API', '.schemes-server-container': 'Server' };

  function mend(root) {
    for (const [selector, name] of Object.entries(regions)) {
      const region = root.querySelector(selector);
      region?.setAttribute('role', 'region');
      region?.setAttribute('aria-label', name);
    }
    for (const field of root.querySelectorAll('select, textarea, input')) {
      if (!isNamed(field)) field.setAttribute('aria-label', nameOfField(field).trim());
    }
    for (const heading of root.querySelectorAll('h3, h4, h5')) {
      const level = levels[heading.tagName];
      if (heading.getAttribute('aria-level') !== level) heading.setAttribute('aria-level', level);
    }
    for (const block of root.querySelectorAll('pre, .highlight-code > *, .model-box, .table-container')) {
      const scrolls = block.scrollWidth > block.clientWidth || block.scrollHeight > block.clientHeight;
      if (scrolls && !block.hasAttribute('tabindex')) block.tabIndex = 0;
    }
  }

  const root = document.getElementById('reference');
  let waiting = false;
  const mendSoon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      mend(root);
    });
  };
  new MutationObserver(mendSoon).observe(root, { childList: true, subtree: true });

  SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    validatorUrl: null,
    plugins: [plainPaths],
  });
})();
`;
