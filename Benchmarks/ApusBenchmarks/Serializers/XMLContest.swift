import ApusSerialization

/// The comparison of the XML parser with a C loop over expat, on the same core in turn.
enum XMLContest {
  /// Runs all measurements and returns whether every bar was met.
  static func run() throws -> Bool {
    let peer = try Peer(source: "xml_expat.c", libraries: ["expat"])
    let expat = unsafe try peer.xml()
    var allHold = true
    for sample in XMLSample.allCases {
      let bytes = sample.bytes
      let rounds = max(1, 2_000_000 / bytes.count)
      var sum: UInt64 = 0
      let measurement = Measurement(
        limit: 2,
        ours: { sum &+= pull(bytes, rounds: rounds) },
        // SAFETY: the array outlives the call, which reads its bytes only.
        theirs: { unsafe sum &+= expat(bytes, bytes.count, rounds) })
      let trees = Measurement(
        rounds: 5, ours: { sum &+= tree(bytes, rounds: rounds) },
        theirs: { unsafe sum &+= expat(bytes, bytes.count, rounds) })
      func speed(_ times: [Double]) -> String {
        "\(Int(Double(bytes.count * rounds) * 1000 / Measurement.median(times))) MB/s"
      }
      print(
        """
        XML, \(sample), \(bytes.count) bytes (sum \(sum % 997)):
          pulled \(speed(measurement.ours)), into a tree \(speed(trees.ours)); \
        expat without namespaces \(speed(measurement.theirs))
        """)
      allHold =
        Bar(
          "time of pulling events of \(sample)", over: measurement.ratios, peer: "expat", atMost: 2
        ).report()
        && allHold
      allHold = try instructions(sample) && allHold
    }
    return growth() && allHold
  }

  /// Performs the work of a process whose instructions are counted.
  static func loop(_ name: String, party: String, rounds: Int) throws -> UInt64 {
    guard let sample = XMLSample(rawValue: name) else { return 0 }
    let bytes = sample.bytes
    if party == "ours" { return pull(bytes, rounds: rounds) }
    let peer = try Peer(source: "xml_expat.c", libraries: ["expat"])
    // SAFETY: the array outlives the call, which reads its bytes only.
    return unsafe try peer.xml()(bytes, bytes.count, rounds)
  }

  private static func instructions(_ sample: XMLSample) throws -> Bool {
    let ratio = try Counts.ofThisProgram { counts in
      func each(_ party: String) throws -> Double {
        func loop(_ rounds: Int) throws -> Int {
          try counts.instructions(["xml-loop", sample.rawValue, party, "\(rounds)"])
        }
        return Double(try loop(6) - loop(2)) / 4 / Double(sample.bytes.count)
      }
      let (ours, theirs) = (try each("ours"), try each("expat"))
      print("  instructions a byte: \(Bar.hundredths(ours)), expat \(Bar.hundredths(theirs))")
      return ours / theirs
    }
    return ratio.map { Bar("instructions, to expat", at: $0, atMost: 2).report() } ?? true
  }

  private static func pull(_ bytes: [UInt8], rounds: Int) -> UInt64 {
    var sum: UInt64 = 0
    for _ in 0..<rounds {
      var parser = XML.PullParser(bytes: bytes)
      while let event = try? parser.next() {
        switch event {
        case .startElement(let tag): sum &+= 1 &+ UInt64(tag.attributes.count)
        case .text(let text): sum &+= UInt64(text.utf8.count)
        default: break
        }
      }
    }
    return sum
  }

  private static func tree(_ bytes: [UInt8], rounds: Int) -> UInt64 {
    (0..<rounds).reduce(0) { sum, _ in
      sum &+ ((try? XML.Document(bytes: bytes)) == nil ? 0 : 1)
    }
  }

  /// Measures documents that may cause quadratic time. The eightfold size must take little more
  /// than the eightfold time in pieces of any size.
  private static func growth() -> Bool {
    var allHold = true
    var limits = XML.Limits()
    limits.attributeCount = .max
    for (name, pieceSize, text) in shapes {
      let times = [1, 8].map { factor in
        let bytes = Array(text(factor * 2_000).utf8)
        let turns = (0..<5).map { _ in
          Measurement.nanoseconds {
            var parser = XML.PullParser(limits: limits)
            for start in stride(from: 0, to: bytes.count, by: pieceSize) {
              parser.feed(bytes.span.extracting(start..<min(bytes.count, start + pieceSize)))
              while (try? parser.next()) != nil {}
            }
          }
        }
        return turns.min() ?? 0
      }
      let bar = Bar("time of 8 times as many \(name)", at: times[1] / times[0], atMost: 14)
      allHold = bar.report() && allHold
    }
    return allHold
  }

  private static let shapes: [(String, Int, @Sendable (Int) -> String)] = [
    ("attributes", 1 << 20, { "<a\((0..<$0).map { " a\($0)=''" }.joined())/>" }),
    ("names", 1 << 20, { "<a>\((0..<$0).map { "<a\($0)/>" }.joined())</a>" }),
    ("elements, byte by byte", 1, { "<a>\(String(repeating: "<b>c</b>", count: $0))</a>" }),
    ("bytes of a comment, byte by byte", 1, { "<!--\(String(repeating: " ", count: 8 * $0))" }),
    ("bytes of text, byte by byte", 1, { "<a>\(String(repeating: "&lt;", count: 2 * $0))</a>" }),
    (
      // The characters of the document are the same in UTF-8, but they pass through a decoder.
      "bytes of text in ISO-8859-1", 64,
      {
        "<?xml version='1.0' encoding='ISO-8859-1'?><a>\(String(repeating: "x", count: 500 * $0))"
      }
    ),
    (
      "declarations of namespaces", 1 << 20,
      { "<a>\(String(repeating: "<b xmlns='u'><c xmlns='v'/></b>", count: $0))</a>" }
    ),
  ]
}
