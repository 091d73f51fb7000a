#if Zstd
  import Testing

  @testable import ApusHTTP

  /// Bodies of Debian's `zstd`. RFC 8878 and RFC 9659.
  @Suite struct ZstdTests {
    /// Levels from the fastest to the best, windows of 1 KiB to 8 MiB, with and without a checksum
    /// and a length.
    @Test(arguments: 0..<20)
    func `zstd content is decoded from chunks of any size`(number: Int) throws {
      let trial = try CodingTrial()
      let level = number == 0 ? "--fast=9" : "-\(number)"
      let window = number.isMultiple(of: 3) ? "" : "--long=\(10 + number % 14)"
      let check = number.isMultiple(of: 2) ? "--check" : "--no-check"
      let source = number.isMultiple(of: 4) ? "content" : "-"
      let command = "zstd \(level) \(window) \(check) -c \(source)"
      for content in CodingTrial.contents {
        let body = try trial.output(of: command, for: content)
        CodingTrial.expect(content, of: body, .zstd, command)
      }
    }

    @Test(arguments: ["-1 --check -c -", "-19 --no-check -c -", "-3 -c content"])
    func `a truncated zstd body throws an error`(options: String) throws {
      for content in [CodingTrial.contents[2], CodingTrial.words(3_000)] {
        let body = try CodingTrial().output(of: "zstd \(options)", for: content)
        CodingTrial.expectTruncations(of: body, .zstd, content)
      }
    }

    @Test func `a changed zstd body with a checksum throws an error`() throws {
      let content = CodingTrial.words(1_500) + CodingTrial.noise(50)
      for options in ["-1 --check -c -", "-19 --check -c content"] {
        let body = try CodingTrial().output(of: "zstd \(options)", for: content)
        // Bit 2 of the descriptor announces the checksum: without it, four bytes follow the frame.
        #expect(CodingTrial.changes(of: body, .zstd, content) == 0)
      }
      let body = try CodingTrial().output(of: "zstd -6 --no-check -c -", for: content)
      #expect(CodingTrial.changes(of: body, .zstd, content) > 0)
    }

    @Test func `a zstd body that expands endlessly is rejected`() throws {
      let bomb = try CodingTrial().output(of: "head -c 67108864 /dev/zero | zstd -19 -c -")
      #expect(bomb.count < 20_000)
      CodingTrial.expectRefusal(of: bomb, [.zstd])
      let gzipped = try HTTP.GzipEncoder.encode(bomb.span)
      CodingTrial.expectRefusal(of: gzipped, [.zstd, .gzip])
    }

    @Test func `decoding zstd content uses at most the memory of the largest window`() async {
      // In a separate process, so that other tests are not measured.
      await #expect(processExitsWith: .success) {
        let body = try CodingTrial().output(
          of: "yes 'The swift never lands.' | head -c 104857600 | zstd --long=23 -c -")
        let growth = try CodingTrial.growth(decoding: body, .zstd, to: 104_857_600)
        #expect(growth <= 12 << 20, "\(growth >> 20) MiB")
      }
    }

    /// A frame that is one segment has a window of its length.
    @Test func `a zstd body with a window of more than 8 MiB is rejected`() throws {
      let small = try CodingTrial().output(of: "zstd --long=24 -c -", for: [1, 2, 3])
      let limit = try CodingTrial().output(
        of: "head -c 8388608 /dev/zero >long && zstd --long=23 -c long")
      #expect(limit[4] & 0x20 != 0)
      #expect(CodingTrial.decode(limit, [.zstd]).content.count == 8 << 20)
      let header: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0xa0, 1, 0, 0x80, 0]
      for (body, offset) in [(small, 6), (header + [1, 0, 0], header.count)] {
        for pieces in [1, Int.max] {
          let outcome = CodingTrial.decode(body, [.zstd], pieces: pieces)
          #expect(outcome.error == .malformed(.zstd, .window, at: offset))
        }
      }
    }

    @Test func `a fault in a second frame has the same place as in a first one`() throws {
      let first = try CodingTrial().output(
        of: "zstd --no-check -c -", for: CodingTrial.noise(3_000))
      let small = try CodingTrial().output(of: "zstd --long=24 -c -", for: [1, 2, 3])
      for (body, fault) in [
        (small, .window), ([0x28, 0xb4, 0x2f, 0xfd, 0, 0], .header),
      ] as [([UInt8], HTTP.InvalidCoding.Fault)] {
        let alone = CodingTrial.decode(body, [.zstd]).error
        guard case .malformed(.zstd, fault, let place) = alone else {
          Issue.record("\(alone as Any)")
          continue
        }
        for pieces in [1, Int.max] {
          let outcome = CodingTrial.decode(first + body, [.zstd], pieces: pieces)
          #expect(outcome.error == .malformed(.zstd, fault, at: first.count + place))
        }
      }
    }

    @Test func `the content of a block is decoded before the next block arrives`() throws {
      let body = try CodingTrial().output(of: "zstd -c -", for: CodingTrial.contents[4])
      var narrow = try HTTP.ContentDecoder([.zstd])
      var wide = try HTTP.ContentDecoder([.zstd])
      var (parts, content): ([UInt8], [UInt8]) = ([], [])
      for index in body.indices {
        let byte = body.span.extracting(index..<(index + 1))
        _ = try wide.decode(byte, into: &content, atMost: 1 << 20)
        var (taken, before) = (0, parts.count - 1_000)
        while parts.count - before == 1_000 {
          before = parts.count
          taken += try narrow.decode(byte.extracting(taken..<1), into: &parts, atMost: 1_000)
        }
        #expect(parts.count == content.count)
      }
      #expect(parts == CodingTrial.contents[4])
    }

    @Test func `several zstd frames are joined, and skippable frames add no content`() throws {
      let content = CodingTrial.contents[3]
      let frame = try CodingTrial().output(of: "zstd --check -c -", for: content)
      let skipped: [UInt8] = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 7, 8, 9]
      let empty: [UInt8] = [0x5f, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]
      let joined = empty + frame + skipped + frame + frame + empty
      CodingTrial.expect(content + content + content, of: joined, .zstd, "frames")
      CodingTrial.expect([], of: skipped + empty, .zstd, "skippable frames")
      CodingTrial.expectTruncations(of: skipped + empty, .zstd, [], borders: [skipped.count])
    }

    @Test func `bytes after a zstd frame are rejected unless they are a frame`() throws {
      let content = CodingTrial.contents[2]
      let body = try CodingTrial().output(of: "zstd --check -c -", for: content)
      for pieces in [1, Int.max] {
        for tail in [[0], [0x0a], [0x27, 0xb5, 0x2f, 0xfd]] as [[UInt8]] {
          let outcome = CodingTrial.decode(body + tail, [.zstd], pieces: pieces)
          #expect(outcome.error == .trailingBytes(.zstd, at: body.count))
          #expect(outcome.content == content)
        }
        let outcome = CodingTrial.decode(body + [0x28], [.zstd], pieces: pieces)
        #expect(outcome.error == .truncated(.zstd, at: body.count + 1))
      }
    }

    @Test func `each zstd error has its kind and its position`() throws {
      let body = try CodingTrial().output(of: "zstd --check -c -", for: CodingTrial.contents[2])
      var checksum = body
      checksum[body.count - 1] ^= 1
      let reserved: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x08, 0, 1, 0, 0]
      let dictionary: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x21, 7, 0, 1, 0, 0]
      let block: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0, 7, 0, 0]
      // The first format that had this name, which the library may know.
      let older: [UInt8] = [0x27, 0xb5, 0x2f, 0xfd, 0, 0, 0xc0, 0, 0]
      let faults: [([UInt8], HTTP.InvalidCoding.Fault, Int)] = [
        (checksum, .checksum, body.count), (reserved, .header, 6), (dictionary, .dictionary, 7),
        (block, .blocks, 9), (older, .header, 1), ([0x28, 0xb5, 0x2f, 0xfe, 0, 0], .header, 4),
      ]
      for (body, fault, offset) in faults {
        for pieces in [1, Int.max] {
          let outcome = CodingTrial.decode(body, [.zstd], pieces: pieces)
          #expect(outcome.error == .malformed(.zstd, fault, at: offset))
        }
      }
    }

    @Test func `a decoder that receives no bytes for a long time waits without an error`() throws {
      // Empty blocks of deflate: the outer coding consumes its bytes, and yields none.
      let content = CodingTrial.contents[2]
      let inner = try CodingTrial().output(of: "zstd -c -", for: content)
      var encoder = try HTTP.GzipEncoder()
      var body: [UInt8] = []
      try encoder.encode(inner.span.extracting(0..<9), into: &body)
      for _ in 0..<100 { try encoder.flush(into: &body) }
      try encoder.encode(inner.span.extracting(9..<inner.count), into: &body)
      try encoder.finish(into: &body)
      for pieces in [1, Int.max] {
        let outcome = CodingTrial.decode(body, [.zstd, .gzip], pieces: pieces)
        #expect(outcome.error == nil && outcome.content == content)
      }
    }

    /// The library declares the codes in its header `zstd_errors.h`.
    @Test(
      arguments: [
        (10, .malformed(.header)), (12, .malformed(.header)), (14, .malformed(.header)),
        (16, .malformed(.window)), (20, .malformed(.blocks)), (22, .malformed(.checksum)),
        (30, .malformed(.dictionary)), (32, .malformed(.dictionary)), (1, .malformed(.blocks)),
        (44, .malformed(.blocks)), (46, .malformed(.blocks)), (48, .malformed(.blocks)),
        (70, .malformed(.blocks)), (72, .malformed(.blocks)), (64, .failed(.outOfMemory)),
        (60, .failed(.unexpectedStatus(60))),
      ] as [(UInt32, DecodingOutcome)])
    func `each error code of the zstd library is a fault of the body or a failure`(
      code: UInt32, outcome: DecodingOutcome
    ) {
      #expect(ZstdStream.outcome(code) == outcome)
    }
  }
#endif
