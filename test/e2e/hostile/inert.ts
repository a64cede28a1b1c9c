import { expect, type Page } from '@playwright/test'

/**
 * Texts in the document, and in what a screen reader or a tooltip would show of it, that hold a
 * character which shows as nothing; tab and line breaks are not such. What a field holds counts
 * too, unless it is being typed into.
 */
export function hiddenTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const hidden =
      // biome-ignore lint/suspicious/noMisleadingCharacterClass: each character is meant by itself
      /[\u{0}-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{61c}\u{115f}\u{1160}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{3164}\u{feff}\u{ffa0}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]/u
    const attributes = ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'alt', 'placeholder']
    const found: string[] = []
    const told = (element: Element | null, what: string, text: string): void => {
      const shown = JSON.stringify(text.slice(0, 80)).replace(
        /[^ -~]/g,
        c => `\\u${c.charCodeAt(0).toString(16)}`,
      )
      const path = [element?.parentElement, element].map(
        one => `${one?.tagName.toLowerCase()}.${one?.className}`,
      )
      found.push(`${what} of ${path.join(' > ')}: ${shown}`)
    }
    if (hidden.test(document.title)) told(null, 'title', document.title)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
      if (hidden.test(node.nodeValue ?? '')) told(node.parentElement, 'text', node.nodeValue ?? '')
    for (const element of document.querySelectorAll('*'))
      for (const name of attributes) {
        const value = element.getAttribute(name)
        if (value !== null && hidden.test(value)) told(element, name, value)
      }
    return [...new Set(found)].slice(0, 20)
  })
}

/** A longer text would stop the page while it is laid out; see renderer/jsx. */
const mostText = 60_000

function longestText(page: Page): Promise<number> {
  return page.evaluate(() => {
    let longest = 0
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
      longest = Math.max(longest, node.nodeValue?.length ?? 0)
    return longest
  })
}

/** Elements that only markup made of cluster content could have brought. */
export function foreignElements(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isOurs = (address: string): boolean =>
      address.startsWith('#') || new URL(address, location.href).origin === location.origin
    const found = [
      // An editor puts empty images beside its marks to guide the cursor.
      ...document.querySelectorAll(
        'iframe, object, embed, base, form[action], body script, img:not(.cm-widgetBuffer)',
      ),
      ...[...document.querySelectorAll('*')].filter(element =>
        element.getAttributeNames().some(name => {
          if (/^on/.test(name)) return true
          return /^(href|src|xlink:href|action)$/.test(name) && !isOurs(element.getAttribute(name) ?? '')
        }),
      ),
    ]
    return [...new Set(found)].map(element => element.outerHTML.slice(0, 160))
  })
}

/** What cluster content shows on the page as it is now is text, all of it visible, and harms nothing. */
export async function expectInert(page: Page, where: string): Promise<void> {
  expect.soft(await page.evaluate(() => 'attacked' in window), `${where}: code ran`).toBe(false)
  expect.soft(await foreignElements(page), `${where}: markup`).toEqual([])
  expect.soft(await hiddenTexts(page), `${where}: hidden characters`).toEqual([])
  expect.soft(await longestText(page), `${where}: longest text`).toBeLessThan(mostText)
  const polluted = await page.evaluate(() =>
    Object.keys(Object.prototype).concat(Object.keys(Array.prototype)),
  )
  expect.soft(polluted, `${where}: prototype`).toEqual([])
}
