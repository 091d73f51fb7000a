internal import ApusBytes
internal import ApusHTTP
internal import ApusSerialization

extension Redactor {
  /// The result of applying the redaction rules to content.
  enum CleanContent {
    case bytes([UInt8])
    /// The content could not be searched for secrets.
    case omitted(RecordedExchange.Omission)
  }

  /// Returns content without its secrets. Content that contains no secrets is returned unchanged.
  func redact(
    content bytes: [UInt8], _ type: [UInt8]?, _ found: inout FoundSecrets
  ) -> CleanContent {
    guard !bytes.isEmpty else { return .bytes(bytes) }
    let essence = type.flatMap { try? HTTP.MediaType(ignoringParametersOf: $0.span) }
    if essence?.essence == "application/x-www-form-urlencoded" {
      guard (try? HTTP.PercentEncoding.form.decode(bytes.span)) != nil else {
        return .omitted(.form)
      }
      return .bytes(redact(pairsIn: bytes, .form, &found))
    }
    if let type, essence?.type == "multipart" {
      return redact(multipart: bytes, type, &found).map { .bytes($0) } ?? .omitted(.multipart)
    }
    if essence?.isJSON == true {
      let clean = redact(json: bytes, &found) ?? redact(lines: bytes, .json, &found)
      return clean.map { .bytes($0) } ?? .omitted(.json)
    }
    if essence?.essence == "text/event-stream" {
      return .bytes(redact(lines: bytes, .events, &found) ?? bytes)
    }
    return .bytes(redact(text: bytes, isText: essence?.type == "text", depth: 0, &found))
  }

  /// Returns text without the secrets of its JSON or of its name-value pairs.
  ///
  /// Bytes that are not declared as text are searched for name-value pairs if they are valid UTF-8.
  func redact(
    text bytes: [UInt8], isText: Bool, depth: Int, _ found: inout FoundSecrets
  ) -> [UInt8] {
    if JSONGuess.isLikely(bytes), let clean = redact(json: bytes, depth: depth, &found) {
      return clean
    }
    guard bytes.contains(0x3d) || bytes.contains(0x40),
      isText || String(validating: bytes, as: UTF8.self) != nil
    else { return bytes }
    let isURL = !bytes.contains { $0 <= 0x20 || $0 == 0x22 || $0 == 0x3c } && !startsWithPair(bytes)
    return redact(pairsIn: bytes, isURL ? .url : .text, depth: depth, &found)
  }

  /// Returns whether text begins with a name and an equals sign, like a form that is declared as
  /// text.
  private func startsWithPair(_ bytes: [UInt8]) -> Bool {
    let name = bytes.prefix {
      ByteSet.letters.contains($0) || ByteSet.digits.contains($0)
        || $0 == 0x5f || $0 == 0x2d || $0 == 0x2e
    }
    return !name.isEmpty && name.count < bytes.count && bytes[name.count] == 0x3d
  }
}

// MARK: JSON

extension Redactor {
  /// Returns JSON without its secrets, or `nil` if the bytes are not JSON.
  ///
  /// JSON that contains no secrets is returned unchanged.
  private func redact(
    json bytes: [UInt8], depth: Int = 0, _ found: inout FoundSecrets
  ) -> [UInt8]? {
    guard var value = try? JSON.Value(parsing: bytes) else { return nil }
    var isChanged = redact(&value, isSecret: false, depth, &found)
    for path in paths where redact(&value, path[...], depth, &found) { isChanged = true }
    return isChanged ? (try? value.bytes()) ?? mark : bytes
  }

  /// The syntax of content that consists of lines.
  private enum LineSyntax {
    /// Each line is a JSON text, with or without a preceding record separator: RFC 7464 section
    /// 2.2.
    case json
    /// The data of server-sent events, which may be JSON.
    case events
  }

  /// Returns lines without the secrets in their JSON, or `nil` if a line is invalid JSON in a JSON
  /// format.
  private func redact(
    lines bytes: [UInt8], _ syntax: LineSyntax, _ found: inout FoundSecrets
  ) -> [UInt8]? {
    var clean: [[UInt8]] = []
    for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false) {
      var text = line
      if text.last == 0x0d { text.removeLast() }
      if syntax == .events, text.starts(with: "data:".utf8) { text = text.dropFirst(5) }
      text = text.drop { $0 == 0x20 || $0 == 0x1e }
      if let json = redact(json: Array(text), &found) {
        clean.append(line[..<text.startIndex] + json + line[text.endIndex...])
      } else if syntax == .events {
        clean.append(redact(pairsIn: Array(line), .text, &found))
      } else if text.isEmpty {
        clean.append(Array(line))
      } else {
        return nil
      }
    }
    return Array(clean.joined(separator: [0x0a]))
  }

  /// Replaces the secrets in a JSON value, or the whole value, and returns whether the value has
  /// changed.
  ///
  /// The recursion is limited, because the JSON reader limits the depth of the value.
  private func redact(
    _ value: inout JSON.Value, isSecret: Bool, _ depth: Int, _ found: inout FoundSecrets
  ) -> Bool {
    switch value {
    case .object(let object):
      var isChanged = false
      let members = object.map { (key, member) in
        var member = member
        let isSecret = isSecret || names.contains(key.utf8)
        if redact(&member, isSecret: isSecret, depth, &found) { isChanged = true }
        return (key, member)
      }
      if isChanged { value = .object(JSON.Object(members)) }
      return isChanged
    case .array(var elements):
      var isChanged = false
      for index in elements.indices
      where redact(&elements[index], isSecret: isSecret, depth, &found) { isChanged = true }
      if isChanged { value = .array(elements) }
      return isChanged
    case .string(let text):
      let bytes = Array(text.utf8)
      if isSecret { found.insert(bytes) }
      let clean =
        isSecret
        ? (bytes.isEmpty ? bytes : mark)
        : depth < Self.depthLimit
          ? redact(text: bytes, isText: true, depth: depth + 1, &found) : bytes
      if clean != bytes { value = .string(String(decoding: clean, as: UTF8.self)) }
      return clean != bytes
    case .number(let number):
      guard isSecret else { return false }
      found.insert(Array(number.description.utf8))
      value = .number(JSON.Number(0))
      return true
    case .null, .bool: return false
    }
  }

  /// Replaces the JSON values at a path, and returns whether the path matches any value.
  private func redact(
    _ value: inout JSON.Value, _ path: ArraySlice<String>, _ depth: Int,
    _ found: inout FoundSecrets
  ) -> Bool {
    guard let step = path.first else { return redact(&value, isSecret: true, depth, &found) }
    var isChanged = false
    switch value {
    case .object(let object):
      let members = object.map { (key, member) in
        var member = member
        if step == "*" || step == key, redact(&member, path.dropFirst(), depth, &found) {
          isChanged = true
        }
        return (key, member)
      }
      if isChanged { value = .object(JSON.Object(members)) }
    case .array(var elements):
      for index in elements.indices where step == "*" || step == "\(index)" {
        if redact(&elements[index], path.dropFirst(), depth, &found) { isChanged = true }
      }
      if isChanged { value = .array(elements) }
    case .null, .bool, .number, .string: break
    }
    return isChanged
  }
}

// MARK: Multipart content

extension Redactor {
  /// Returns multipart content without its secrets, or `nil` if the content cannot be parsed.
  ///
  /// Multipart content that contains no secrets is returned unchanged.
  private func redact(
    multipart bytes: [UInt8], _ type: [UInt8], _ found: inout FoundSecrets
  ) -> [UInt8]? {
    guard let type = try? HTTP.MediaType(type.span),
      let boundary = try? Multipart.Boundary(of: type),
      var reader = try? Multipart.Reader(type)
    else { return nil }
    reader.append(bytes)
    reader.finish()
    var clean: [UInt8] = []
    var isChanged = false
    var part: (head: Multipart.Head, content: [UInt8])?
    do throws(Multipart.Failure) {
      while let event = try reader.next() {
        switch event {
        case .part(let head): part = (head, [])
        case .content(let more): part?.content += more
        case .partEnd:
          guard let (head, content) = part else { return nil }
          var fields = head.fields.map {
            RecordedExchange.Field(name: $0.name.text, value: RecordedBytes($0.value.bytes))
          }
          let before = fields
          redact(&fields, [], &found)
          guard let inner = redact(part: content, head, &found) else { return nil }
          if inner != content || fields != before { isChanged = true }
          clean += Array("--\(boundary.text)\r\n".utf8)
          for field in fields {
            clean += Array("\(field.name): ".utf8) + field.value.bytes + [13, 10]
          }
          clean += [13, 10] + inner + [13, 10]
        case .end: clean += Array("--\(boundary.text)--\r\n".utf8)
        }
      }
    } catch {
      return nil
    }
    return isChanged ? clean : bytes
  }

  /// Returns the content of a body part without its secrets, or `nil` if the content cannot be
  /// parsed.
  private func redact(
    part content: [UInt8], _ head: Multipart.Head, _ found: inout FoundSecrets
  ) -> [UInt8]? {
    if let name = head.name, names.containsPair(name.utf8), !content.isEmpty {
      found.insert(content, with: names.contains(name.utf8) ? .secret : .pair)
      return mark
    }
    let type = head.fields[.contentType]?.bytes
    switch redact(content: content, type, &found) {
    case .bytes(let bytes): return bytes
    case .omitted: return nil
    }
  }
}

/// A test of the first bytes of content that indicates whether the content is probably JSON.
enum JSONGuess {
  /// Returns whether bytes are likely to be a JSON object or a JSON array.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0a && $0 != 0x0d }
    return first == 0x7b || first == 0x5b
  }
}

extension HTTP.MediaType {
  /// A Boolean value that indicates whether content of the media type is JSON or lines of JSON.
  fileprivate var isJSON: Bool {
    suffix == "json" || suffix == "json-seq"
      || [
        "json", "x-json", "json-seq", "ndjson", "x-ndjson", "jsonl", "x-jsonl", "jsonlines",
        "x-jsonlines", "json-lines", "x-json-stream",
      ].contains(subtype)
  }
}
