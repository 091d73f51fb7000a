extension FieldSection {
  /// What a section is part of, and what follows from that.
  struct Rules: Sendable {
    let part: HTTP.ParseError.Part
    let allowsFolds: Bool
    let sizeLimit: Int
    let sizeLimitName: HTTP.LimitName
    /// Where the bytes handed over lie in the message, for the offsets of errors.
    let base: Int

    /// The rules of a head.
    static func head(allowsFolds: Bool, _ limits: HTTP.Limits) -> Rules {
      Rules(
        part: .head, allowsFolds: allowsFolds,
        sizeLimit: min(max(limits.headSection, 0), FieldLine.offsetLimit),
        sizeLimitName: .headSection, base: 0)
    }

    /// The rules of a trailer section that begins at an offset of the message.
    static func trailers(at base: Int, allowsFolds: Bool, _ limits: HTTP.Limits) -> Rules {
      Rules(
        part: .trailer, allowsFolds: allowsFolds,
        sizeLimit: min(max(limits.trailerSection, 0), FieldLine.offsetLimit),
        sizeLimitName: .trailerSection, base: base)
    }
  }
}
