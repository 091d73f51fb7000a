import Testing

@testable import ApusImages

struct ImageSlotTests {
  @Test func `an image display ignores the results of replaced and cancelled requests`() {
    var slot = ImageSlot<String>()
    #expect(slot.request("a", isCached: false) == .load(1))
    #expect(slot.request("a", isCached: false) == .ignore)
    #expect(slot.request("b", isCached: false) == .load(2))
    #expect([1, 2, 2].map { slot.finish($0) } == [false, true, false])
    #expect(slot.request("b", isCached: false) == .load(3))
    slot.cancel()
    #expect(slot.finish(3) == false && slot.activeNumber == nil)
  }

  @Test func `a missing URL or a cached image replaces the current image request`() {
    var slot = ImageSlot<String>()
    #expect(slot.request("a", isCached: false) == .load(1))
    #expect(slot.request(nil, isCached: false) == .fail)
    #expect(slot.finish(1) == false)
    #expect(slot.request("a", isCached: false) == .load(2))
    #expect(slot.request("b", isCached: true) == .show)
    #expect(slot.finish(2) == false && slot.activeNumber == nil)
  }
}
