internal import ApusBytes
internal import ApusHTTP

extension HTTPSession {
  /// The trace that a request belongs to, with the span that has caused the request.
  ///
  ///     traceparent = version "-" trace-id "-" parent-id "-" trace-flags
  ///     version     = 2HEXDIGLC   ; not "ff"
  ///     trace-id    = 32HEXDIGLC  ; not all zero
  ///     parent-id   = 16HEXDIGLC  ; not all zero
  ///     trace-flags = 2HEXDIGLC
  ///
  /// W3C Trace Context, level 1. With `sendsTraceContext`, a session continues the trace in the
  /// request's own `traceparent` field. Without a `traceparent` field, the session continues the
  /// trace of `current`, or begins a new trace. Each attempt is a separate span of the trace.
  ///
  ///     let trace = request.headers["traceparent"].flatMap { HTTPSession.TraceContext($0.text) }
  ///     try await HTTPSession.TraceContext.$current.withValue(trace) { try await answer(request) }
  public struct TraceContext: Sendable, Hashable {
    /// The trace of the current task, or `nil` if the task has no trace.
    @TaskLocal public static var current: TraceContext?

    /// The identifier of the trace, as 32 hexadecimal digits.
    public let traceID: String
    /// The identifier of the calling span, as 16 hexadecimal digits.
    public let parentID: String
    /// A Boolean value that indicates whether the caller may have recorded the trace.
    public let isSampled: Bool
    /// The vendor-specific state of the trace from the `tracestate` field, or `nil` if there is no
    /// state.
    public let state: String?

    private init(_ traceID: String, _ parentID: String, _ isSampled: Bool, _ state: String?) {
      self.traceID = traceID
      self.parentID = parentID
      self.isSampled = isSampled
      self.state = state
    }

    /// Reads the values of the `traceparent` and `tracestate` fields.
    ///
    /// The initializer returns `nil` if the value of `traceparent` is invalid. A `tracestate` value
    /// is omitted if it is longer than 512 bytes or is not a valid field value.
    ///
    /// - Parameters:
    ///   - text: The value of the `traceparent` field.
    ///   - state: The value of the `tracestate` field, or `nil` if there is no such field.
    public init?(_ text: String, state: String? = nil) {
      let bytes = Array(text.utf8)
      // Later versions of the `traceparent` format may append data after a further "-".
      guard bytes.count == Self.byteCount || bytes.count > Self.byteCount && bytes[55] == 0x2d,
        bytes[2] == 0x2d, bytes[35] == 0x2d, bytes[52] == 0x2d,
        let version = Self.digits(bytes[0..<2]), version != "ff",
        version != "00" || bytes.count == Self.byteCount,
        let traceID = Self.digits(bytes[3..<35]), traceID.utf8.contains(where: { $0 != 0x30 }),
        let parentID = Self.digits(bytes[36..<52]), parentID.utf8.contains(where: { $0 != 0x30 }),
        let flags = Self.digits(bytes[53..<55]).flatMap({ UInt8($0, radix: 16) })
      else { return nil }
      self.init(traceID, parentID, flags & 1 == 1, state.flatMap(Self.sendable))
    }

    /// Creates the context of a new trace with random identifiers.
    init(_ random: some RandomSource) throws(RandomError) {
      self.init(
        try Self.identifier(16, random), try Self.identifier(8, random), true, nil)
    }

    /// Returns the context of the same trace with a new calling span.
    func step(_ random: some RandomSource) throws(RandomError) -> TraceContext {
      TraceContext(traceID, try Self.identifier(8, random), isSampled, state)
    }

    private static let byteCount = 55

    /// Returns lower-case hexadecimal digits as text, or `nil` for other bytes.
    private static func digits(_ bytes: ArraySlice<UInt8>) -> String? {
      let areDigits = bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      return areDigits ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private static func sendable(_ state: String) -> String? {
      let bytes = Array(state.utf8)
      guard !bytes.isEmpty, bytes.count <= 512, bytes.allSatisfy({ (0x20...0x7e).contains($0) })
      else { return nil }
      return state
    }

    /// Returns an identifier of random bytes, which are not all zero.
    private static func identifier(
      _ count: Int, _ random: some RandomSource
    ) throws(RandomError) -> String {
      var bytes = try random.bytes(count)
      if bytes.allSatisfy({ $0 == 0 }) { bytes[count - 1] = 1 }
      return Hex.encode(bytes)
    }
  }
}

extension HTTPSession.TraceContext: CustomStringConvertible {
  /// The value of the `traceparent` field.
  public var description: String { "00-\(traceID)-\(parentID)-\(isSampled ? "01" : "00")" }
}

extension HTTP.FieldName {
  static let traceParent: HTTP.FieldName = "traceparent"
  static let traceState: HTTP.FieldName = "tracestate"
}
