internal import ApusBytes
internal import ApusConnections
internal import ApusCrypto
internal import ApusHTTP
internal import ApusNet
internal import ApusSerialization

/// The note file of a partial file, which a later call needs to resume the download.
///
/// The note file is in the folder of the partial file, and only the owner may read the note file.
/// The note contains neither the URL nor a credential. The identity in the note is an
/// authentication code with a random key, so a password cannot be guessed from the identity.
struct PartNote: Codable {
  /// The number of bytes of the whole content, or `nil` if the length is not known.
  let total: Int?
  /// The name of the file if the destination is a folder.
  let name: String?
  /// The strong entity tag or the modification time of the content, in the form of the `If-Range`
  /// field.
  let validator: String
  private let key: String
  /// The authentication code of the request's identity, or `nil` if no later call can have the same
  /// identity.
  private let identity: String?

  init(_ facts: HTTPSession.ResumeToken.Facts, _ sent: SentIdentity) throws(NetError) {
    (total, name, validator) = (facts.total, facts.name, facts.validator)
    let bytes = Array(try PartialFile.Token.random().description.utf8)
    key = String(decoding: bytes, as: UTF8.self)
    identity = sent.code(bytes).map { Hex.encode($0) }
  }

  /// Reads a note from its bytes, or returns `nil` if the bytes are not a note.
  init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, let note = try? JSONCoder().decode(PartNote.self, from: bytes) else {
      return nil
    }
    if let name = note.name, (try? HTTP.FileName(lastComponentOf: name))?.text != name {
      return nil
    }
    self = note
  }

  /// The bytes of the note file, or an empty array if the note exceeds the size limit.
  var bytes: [UInt8] {
    guard let bytes = try? JSONCoder().encode(self), bytes.count <= PartialFile.noteLimit else {
      return []
    }
    return bytes
  }

  /// Returns whether the partial file was made by requests with the same identity.
  func isOf(_ sent: SentIdentity) -> Bool {
    guard let identity, let code = sent.code(Array(key.utf8)) else { return false }
    return Hex.encode(code) == identity
  }

  /// A Boolean value that indicates whether a later call can have the same request identity as the
  /// partial file.
  var isIdentified: Bool { identity != nil }
}

extension PartialFile.Token {
  /// Creates the token of a partial file that every download with the same URL and file name finds.
  ///
  /// - Parameters:
  ///   - url: The URL of the caller's request. The token contains a hash of the URL.
  ///   - name: The name of the file, or `nil` if the response names the file in a folder.
  init(of url: HTTP.URL, named name: FilePath?) {
    var hash = SHA256()
    hash.update(Array("apus part 1\n\(HTTP.Target.url(url).text)\n".utf8))
    hash.update(name?.bytes ?? [0x2f])
    self.init(bytes: Array(hash.finalize().prefix(16)))
  }
}
