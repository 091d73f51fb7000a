import Testing

@testable import ApusHTTP

@Suite struct BodyTests {
  private func pieces(of body: HTTP.Body) async throws -> [[UInt8]] {
    guard case .sequence(let source) = body.content else { return [] }
    let pieces = source.makePieces()
    var all: [[UInt8]] = []
    while let piece = try await pieces.next() { all.append(piece) }
    return all
  }

  private struct Repeated: AsyncSequence, Sendable {
    var slices: [ArraySlice<UInt8>]

    func makeAsyncIterator() -> Iterator { Iterator(slices: slices[...]) }

    struct Iterator: AsyncIteratorProtocol {
      var slices: ArraySlice<ArraySlice<UInt8>>

      mutating func next() async -> ArraySlice<UInt8>? { slices.popFirst() }
    }
  }

  @Test func `a body of bytes has a known length and can be sent again`() {
    #expect(HTTP.Body.bytes([1, 2]).length == .known(2))
    #expect(HTTP.Body.bytes([1, 2]).replay == .always)
    #expect(HTTP.Body.bytes([]).isEmpty)
    #expect(HTTP.Body.empty.isEmpty)
    #expect(!HTTP.Body.bytes([1]).isEmpty)
  }

  @Test func `a body of four bytes of a file has the length 4, and a whole file no length`() {
    #expect(HTTP.Body.file("a", from: 3, byteCount: 4).length == .known(4))
    #expect(HTTP.Body.file("a").length == nil)
    #expect(!HTTP.Body.file("a").isEmpty)
    #expect(HTTP.Body.file("a").replay == .always)
  }

  @Test func `a sequence body has an unknown length and can be sent once by default`() throws {
    let source = Repeated(slices: [])
    #expect(HTTP.Body.sequence(source).length == .unknown)
    #expect(HTTP.Body.sequence(source).replay == .once)
    #expect(try HTTP.Body.sequence(source, byteCount: 7).length == .known(7))
    #expect(HTTP.Body.sequence(source, replay: .always).replay == .always)
  }

  @Test func `a sequence body that can be sent again returns the same bytes each time`()
    async throws
  {
    let body = HTTP.Body.sequence(Repeated(slices: [[1, 2], [], [3]]), replay: .always)
    #expect(try await pieces(of: body) == [[1, 2], [], [3]])
    #expect(try await pieces(of: body) == [[1, 2], [], [3]])
  }

  @Test func `an error of a body's sequence is thrown unchanged`() async throws {
    struct Broken: Error, Equatable {}
    let stream = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield([1])
      continuation.finish(throwing: Broken())
    }
    await #expect(throws: Broken()) { try await pieces(of: .sequence(stream)) }
  }

  @Test func `changing the trailer fields of a copied body does not change the original body`() {
    let plain = HTTP.Body.bytes([1])
    var one = plain
    one.trailers = ["A": "b"]
    var other = one
    other.throttle = .suggested
    other.trailers.append("C", "d")
    #expect(plain.trailers.isEmpty && plain.throttle == nil && plain.coding == nil)
    #expect(one.trailers == ["A": "b"] && one.throttle == nil)
    #expect(other.trailers == ["A": "b", "C": "d"] && other.throttle == .suggested)
  }
}
