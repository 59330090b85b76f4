/** Buttons that copy the lines before them; if the browser does not allow that, the lines are selected. */
export function copyOnClick(page: Document): void {
  page.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement) || !target.classList.contains('copy')) return;
    const lines = target.parentElement?.querySelector('pre');
    if (lines === null || lines === undefined) return;
    const said = target.textContent;
    const say = (word: string): void => {
      target.textContent = word;
      setTimeout(() => (target.textContent = said), 2000);
    };
    copied(lines.textContent ?? '').then(
      () => say('Copied'),
      () => {
        getSelection()?.selectAllChildren(lines);
        say('Selected');
      },
    );
  });
}

/** In some browsers a page from a file or an http address has no clipboard. */
async function copied(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
