import ApusHTTP
import ApusSerialization

/// The benchmark of a form with twenty fields that is written as a request body.
enum FormContest {
  /// Runs all measurements and returns whether every bar was met.
  static func run() throws -> Bool {
    let parameters = parameters(count: fieldCount)
    let request = HTTP.Request(.post, "form")
    let serializer = HTTPRequestSerializer()
    let bytes = try serializer.serialize(request, parameters).body.bytes ?? []
    guard try FormFields(parsing: bytes.span).all.count == fieldCount else {
      throw Peer.Failure.symbol("fields")
    }
    var sum: UInt64 = 0
    let writing = median { sum &+= write(parameters, request, serializer) }
    let making = median { sum &+= UInt64(Self.parameters(count: fieldCount).members.count) }
    let reading = median {
      sum &+= UInt64((try? FormFields(parsing: bytes.span))?.all.count ?? 0)
    }
    print(
      """
      a form of \(fieldCount) fields, \(bytes.count) bytes (sum \(sum % 997)), in microseconds:
        parameters made \(Bar.hundredths(making)), read back \(Bar.hundredths(reading))
      """)
    let holds = Bar("microseconds for the body of a form", at: writing, atMost: 5).report()
    try instructions()
    return try growth() && holds
  }

  /// Performs the work of a process whose instructions are counted.
  static func loop(rounds: Int) throws -> UInt64 {
    let parameters = parameters(count: fieldCount)
    let request = HTTP.Request(.post, "form")
    return (0..<rounds).reduce(0) { sum, _ in
      sum &+ write(parameters, request, HTTPRequestSerializer())
    }
  }

  private static let fieldCount = 20

  /// Returns typical form fields: words, an address, a number, and characters that must be escaped.
  private static func parameters(count: Int) -> RequestParameters {
    let values: [RequestParameters.Value] = [
      "Ada Lovelace", "ada@example.com", 1815, true, "St James's Square 12", "Łódź", nil,
      "a&b=c+d", 51.5072, "https://example.com/birds?kind=swift&page=2",
    ]
    return RequestParameters(
      ordered: (0..<count).map { ("field_name_\($0)", values[$0 % values.count]) })
  }

  private static func write(
    _ parameters: RequestParameters, _ request: HTTP.Request, _ serializer: HTTPRequestSerializer
  ) -> UInt64 {
    UInt64((try? serializer.serialize(request, parameters))?.body.bytes?.count ?? 0)
  }

  /// Returns the microseconds of a piece of work as the median of many runs.
  private static func median(_ work: () -> Void) -> Double {
    let rounds = 100
    let times = (0..<501).map { _ in
      Measurement.nanoseconds { for _ in 0..<rounds { work() } } / Double(rounds)
    }
    return Measurement.median(times) / 1_000
  }

  private static func instructions() throws {
    _ = try Counts.ofThisProgram { counts in
      let fewer = try counts.instructions(["form-loop", "1000"])
      let more = try counts.instructions(["form-loop", "3000"])
      print("  instructions for the body: \((more - fewer) / 2_000)")
    }
  }

  /// Checks that the eightfold number of fields takes little more than the eightfold time.
  private static func growth() throws -> Bool {
    let times = [1, 8].map { factor in
      let parameters = parameters(count: factor * 1_000)
      return (0..<5).map { _ in
        Measurement.nanoseconds {
          let text = try? parameters.formText()
          var limits = FormFields.Limits()
          limits.fieldCount = .max
          _ = text.map { try? FormFields(parsing: $0.utf8.span, limits) }
        }
      }.min() ?? 0
    }
    return Bar("time of 8 times as many fields", at: times[1] / times[0], atMost: 14).report()
  }
}
