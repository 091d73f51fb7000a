#if Brotli
  import Testing

  @testable import ApusHTTP

  /// Bodies of Debian's `brotli`. RFC 7932.
  @Suite struct BrotliTests {
    /// Each quality, and each size of the window.
    @Test(arguments: 0..<20)
    func `brotli content is decoded from chunks of any size`(number: Int) throws {
      let trial = try CodingTrial()
      let options = "-q \(number % 12) -w \(10 + number % 15)"
      for content in CodingTrial.contents {
        let body = try trial.output(of: "brotli \(options) -c -", for: content)
        CodingTrial.expect(content, of: body, .brotli, "brotli \(options)")
      }
    }

    @Test(arguments: [0, 5, 11])
    func `a truncated brotli body throws an error`(quality: Int) throws {
      for content in [CodingTrial.contents[2], CodingTrial.words(3_000)] {
        let body = try CodingTrial().output(of: "brotli -q \(quality) -c -", for: content)
        CodingTrial.expectTruncations(of: body, .brotli, content)
      }
    }

    @Test func `a changed brotli body throws an error or gives different content`() throws {
      let content = CodingTrial.words(1_500) + CodingTrial.noise(50)
      for quality in [1, 6, 11] {
        let body = try CodingTrial().output(of: "brotli -q \(quality) -c -", for: content)
        // The format has no checksum.
        #expect(CodingTrial.changes(of: body, .brotli, content) > 0)
      }
    }

    @Test func `a brotli body that expands endlessly is rejected`() throws {
      let bomb = try CodingTrial().output(of: "head -c 67108864 /dev/zero | brotli -q 9 -c -")
      #expect(bomb.count < 1_000)
      CodingTrial.expectRefusal(of: bomb, [.brotli])
      let gzipped = try HTTP.GzipEncoder.encode(bomb.span)
      CodingTrial.expectRefusal(of: gzipped, [.brotli, .gzip])
    }

    @Test func `decoding brotli content uses at most the memory of the largest window`() async {
      // In a separate process, so that other tests are not measured.
      await #expect(processExitsWith: .success) {
        let body = try CodingTrial().output(
          of: "yes 'The swift never lands.' | head -c 104857600 | brotli -q 5 -w 24 -c -")
        let growth = try CodingTrial.growth(decoding: body, .brotli, to: 104_857_600)
        #expect(growth <= 20 << 20, "\(growth >> 20) MiB")
      }
    }

    @Test func `a brotli body with a large window is rejected`() throws {
      let body = try CodingTrial().output(
        of: "head -c 1000 /dev/zero | brotli --large_window=25 -c -")
      for pieces in [1, Int.max] {
        let outcome = CodingTrial.decode(body, [.brotli], pieces: pieces)
        #expect(CodingTrial.withoutOffset(outcome.error) == .malformed(.brotli, .header, at: 0))
      }
      // The decoder does not report the place within a piece, so that the place is its start.
      let content = try HTTP.GzipEncoder.encode(body.span)
      let stacked = CodingTrial.decode(content, [.brotli, .gzip])
      #expect(CodingTrial.decode(body, [.brotli]).error == .malformed(.brotli, .header, at: 0))
      #expect(stacked.error == .malformed(.brotli, .header, at: 0))
    }

    /// The codes of the library's header, and -17 and -18, which some versions use.
    @Test func `each error code of the brotli library is a fault of the body or a failure`() {
      for code: Int32 in -18 ... -1 where code != -13 {
        #expect(BrotliStream.outcome(code) == .malformed(.blocks))
      }
      #expect(BrotliStream.outcome(-13) == .malformed(.header))
      for code: Int32 in -30 ... -21 {
        #expect(BrotliStream.outcome(code) == .failed(.outOfMemory))
      }
      for code: Int32 in [-31, -20, -19] {
        #expect(BrotliStream.outcome(code) == .failed(.unexpectedStatus(code)))
      }
    }

    @Test func `bytes after the end of a brotli body are rejected`() throws {
      let content = CodingTrial.contents[2]
      let body = try CodingTrial().output(of: "brotli -c -", for: content)
      for tail in [[0], body] {
        for pieces in [1, Int.max] {
          let outcome = CodingTrial.decode(body + tail, [.brotli], pieces: pieces)
          #expect(outcome.error == .trailingBytes(.brotli, at: body.count))
          #expect(outcome.content == content)
        }
      }
    }

    @Test func `a response with brotli and gzip codings is decoded in reverse order`() throws {
      let content = CodingTrial.contents[3]
      let inner = try HTTP.GzipEncoder.encode(content.span)
      let body = try CodingTrial().output(of: "brotli -c -", for: inner)
      for pieces in [1, 100, Int.max] {
        let outcome = CodingTrial.decode(body, [.gzip, .brotli], pieces: pieces, atMost: 1_000)
        #expect(outcome.error == nil && outcome.content == content)
      }
      let compressed = try CodingTrial().output(of: "brotli -c -", for: content)
      let other = try HTTP.GzipEncoder.encode(compressed.span)
      for pieces in [1, 100, Int.max] {
        let outcome = CodingTrial.decode(other, [.brotli, .gzip], pieces: pieces, atMost: 1_000)
        #expect(outcome.error == nil && outcome.content == content)
      }
    }
  }
#endif
