import { useEffect } from 'react';

/**
 * The tabs of GraphiQL hold buttons, which a tab must not: a screen reader does not tell of them. Here they are a list
 * of buttons, and the button of the open one says so. Shows nothing itself.
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
  // GraphiQL goes on writing the attribute, so it stays; without the role it says nothing by itself.
  const isOpen = tab.classList.contains('graphiql-tab-active');
  tab.removeAttribute('role');
  tab.removeAttribute('aria-selected');
  const button = tab.querySelector('.graphiql-tab-button');
  if (isOpen) button?.setAttribute('aria-current', 'true');
  else button?.removeAttribute('aria-current');
}
