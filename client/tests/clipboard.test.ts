import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyText } from '../src/parts/clipboard'

describe('copying a link', () => {
  let copied = ''
  const command = vi.fn(() => {
    copied = (document.activeElement as HTMLTextAreaElement).value
    return true
  })

  beforeEach(() => {
    copied = ''
    document.execCommand = command
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('uses the clipboard of a secure page', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    expect(await copyText('http://here/table/1')).toBe(true)
    expect(writeText).toHaveBeenCalledExactlyOnceWith('http://here/table/1')
    expect(copied).toBe('')
  })

  it('works on plain http, where there is no clipboard, and leaves nothing behind', async () => {
    vi.stubGlobal('navigator', {})
    expect(await copyText('http://here/table/1')).toBe(true)
    expect(copied).toBe('http://here/table/1')
    expect(document.querySelector('textarea')).toBeNull()
  })

  it('tries the older way where the clipboard refuses', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } })
    expect(await copyText('http://here/table/1')).toBe(true)
    expect(copied).toBe('http://here/table/1')
  })

  it('says when neither works', async () => {
    vi.stubGlobal('navigator', {})
    command.mockReturnValueOnce(false)
    expect(await copyText('http://here/table/1')).toBe(false)
  })
})
