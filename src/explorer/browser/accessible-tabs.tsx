import { useEffect } from 'react';

/**
 * The tabs of GraphiQL contain buttons, which screen readers do not announce within a tab. This turns them into a list
 * of buttons; the button of the open tab says so. Renders nothing itself.
 */
export function AccessibleTabs() {
  useEffect(() => {
    const container = document.querySelector('.graphiql-container');
    if (!container) return;
    const observer = new MutationObserver(mend);
    function mend() {
      observer.disconnect();
      for (const tab of container!.querySelectorAll('.graphiql-tab')) mendTab(tab);
      container!.querySelector('.graphiql-tabs')?.removeAttribute('role');
      observer.observe(container!, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['role', 'aria-selected'],
      });
    }
    mend();
    return () => observer.disconnect();
  }, []);

  return null;
}

function mendTab(tab: Element): void {
  // GraphiQL keeps writing this attribute, so it stays; it has no effect without the role.
  const isOpen = tab.classList.contains('graphiql-tab-active');
  tab.removeAttribute('role');
  tab.removeAttribute('aria-selected');
  const button = tab.querySelector('.graphiql-tab-button');
  if (isOpen) button?.setAttribute('aria-current', 'true');
  else button?.removeAttribute('aria-current');
}
