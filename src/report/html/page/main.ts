/** The script of a report page: filters and copying. The page can be read without it. */
import { copyOnClick } from './copy.ts';
import { readChoice, showChoice, writeChoice } from './form.ts';
import { choiceOfHash, hashOfChoice } from './hash.ts';
import { readRows } from './rows.ts';
import { apply } from './show.ts';

document.documentElement.classList.add('js');
copyOnClick(document);

const form = document.querySelector<HTMLFormElement>('#filters');
const status = document.querySelector<HTMLElement>('#shown');
if (form !== null && status !== null) start(form, status);

function start(filters: HTMLFormElement, summary: HTMLElement): void {
  const rows = readRows(document);
  showChoice(filters, rows, choiceOfHash(location.hash));
  const update = (): void => void (summary.textContent = apply(rows, readChoice(filters)));
  const remember = (): void => {
    try {
      history.replaceState(null, '', hashOfChoice(readChoice(filters)) || location.pathname + location.search);
    } catch {
      // A frame without an origin has no address to keep the choice in.
    }
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  filters.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      update();
      remember();
    }, 60);
  });
  filters.addEventListener('submit', (event) => event.preventDefault());
  filters.addEventListener('reset', (event) => {
    event.preventDefault();
    writeChoice(filters, {});
    update();
    remember();
  });
  addEventListener('hashchange', () => {
    // An anchor is not a filter.
    if (location.hash !== '' && !location.hash.includes('=')) return;
    writeChoice(filters, choiceOfHash(location.hash));
    update();
  });
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    filters.querySelector<HTMLInputElement>('[name=text]')?.focus();
  });
  update();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, select, textarea');
}
