internal import ApusBytes

extension Caching {
  /// A stored response without its content, together with the rules for its reuse.
  public struct Entry: Sendable, Equatable {
    /// The properties are in a class instance, because the cache copies entries often.
    private let parts: Parts

    private final class Parts: Sendable {
      let head: HTTP.ResponseHead
      let received: Moment
      let initialAge: Int64
      let isAuthorized: Bool
      let selection: Selection
      let terms: Terms

      init(
        _ head: HTTP.ResponseHead, _ received: Moment, _ initialAge: Int64, isAuthorized: Bool,
        selection: Selection
      ) {
        self.head = head
        self.received = received
        self.initialAge = initialAge
        self.isAuthorized = isAuthorized
        self.selection = selection
        terms = Terms(head, received: received)
      }
    }

    init(
      _ head: HTTP.ResponseHead, received: Moment, initialAge: Int64, isAuthorized: Bool,
      selection: Selection
    ) {
      parts = Parts(
        head, received, initialAge, isAuthorized: isAuthorized, selection: selection)
    }

    /// The response status and the response fields, without the fields that the cache never stores.
    public var head: HTTP.ResponseHead { parts.head }
    /// The time when the response was received or last validated.
    public var received: Moment { parts.received }
    /// The age of the response in seconds at the time of its receipt or last validation.
    ///
    /// RFC 9111 section 4.2.3.
    public var initialAge: Int64 { parts.initialAge }
    /// A Boolean value that indicates whether the request for the stored response had an
    /// `Authorization` field.
    var isAuthorized: Bool { parts.isAuthorized }
    /// The requests for which the stored response may be served.
    var selection: Selection { parts.selection }
    /// The conditions for storing and reusing the response.
    var terms: Terms { parts.terms }

    public static func == (left: Entry, right: Entry) -> Bool {
      // The comparison omits the terms of reuse, because the response head determines these terms.
      left.parts === right.parts
        || left.head == right.head && left.received == right.received
          && left.initialAge == right.initialAge && left.isAuthorized == right.isAuthorized
          && left.selection == right.selection
    }

    /// Returns the age of the response in seconds.
    /// The value is `nil` if no clock can determine the age.
    ///
    /// RFC 9111 section 4.2.3.
    ///
    /// - Parameter now: The present time.
    public func age(at now: Moment) -> Int64? {
      guard let resident = now.seconds(since: received) else { return nil }
      // The initial age and the time in the cache cannot overflow the sum, because dates end with
      // the year 9999.
      return min(initialAge + min(resident, secondsLimit), secondsLimit)
    }

    /// The approximate number of bytes that the cache entry occupies in memory.
    var byteCount: Int {
      head.fields.reduce(512) { $0 + $1.name.text.utf8.count + $1.value.bytes.count + 64 }
    }

    /// The number of bytes for the `Age` and `Cache-Status` fields, which the cache adds to each
    /// stored response head.
    private static let addedByteCount = 96

    /// Returns the stored response head with an `Age` field.
    ///
    /// The head omits the fields that `no-cache` names unless the response was just validated.
    ///
    /// RFC 9111 section 5.2.2.4.
    func head(age: Int64?, isValidated: Bool) -> HTTP.ResponseHead {
      var head = head
      if !isValidated, case .fields(let names) = terms.directives.noCache {
        for name in names { head.fields.remove(name) }
      }
      head.fields.reserve(lineCount: 2, byteCount: Self.addedByteCount)
      let value = HTTP.FieldValue(decimal: age ?? secondsLimit)
      if head.fields.contains(.age) {
        head.fields[.age] = value
      } else {
        head.fields.append(.age, value)
      }
      return head
    }
  }
}

extension Caching {
  /// The times when a request was sent and the head of its response was received.
  public struct Exchange: Sendable, Equatable {
    /// The time at which the request was sent.
    public let requested: Moment
    /// The time of receipt of the response head.
    public let received: Moment

    /// Creates an exchange from the times of the request and of the response.
    ///
    /// - Parameters:
    ///   - requested: The time at which the request was sent.
    ///   - received: The time at which the response was received.
    public init(requested: Moment, received: Moment) {
      self.requested = requested
      self.received = received
    }

    /// Returns the age of a response, in seconds, at the time of its receipt.
    ///
    ///     apparent_age = max(0, response_time - date_value);
    ///     corrected_age_value = age_value + response_delay;
    ///     corrected_initial_age = max(apparent_age, corrected_age_value);
    ///
    /// RFC 9111 section 4.2.3.
    func initialAge(of fields: HTTP.Fields) -> Int64 {
      var apparent: Int64 = 0
      if let value = fields.values(of: .date).first, let date = try? HTTP.Date(value.bytes.span) {
        apparent = max(0, received.wall.secondsSinceEpoch - date.secondsSinceEpoch)
      }
      let delay = min(received.seconds(since: requested) ?? 0, secondsLimit)
      return min(max(apparent, Self.age(fields) + delay), secondsLimit)
    }

    /// Returns the first number of the `Age` field. The value is zero if the field does not begin
    /// with a number.
    ///
    ///     Age = delta-seconds
    ///
    /// RFC 9111 section 5.1.
    private static func age(_ fields: HTTP.Fields) -> Int64 {
      guard let value = fields.values(of: .age).first?.bytes,
        let first = value.split(separator: 0x2c, maxSplits: 1, omittingEmptySubsequences: false)
          .first
      else { return 0 }
      return Delta(parsing: first.filter { $0 != 0x20 && $0 != 0x09 }).seconds ?? 0
    }
  }
}
