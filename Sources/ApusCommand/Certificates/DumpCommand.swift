import ApusASN1
import ApusBytes
import ApusNet
import ApusX509

/// The command `apus cert asn1`, which shows the DER values of a file, even if the file is damaged.
struct DumpCommand: Command {
  static let name = "asn1"
  static let path = "cert asn1"
  static let operands = "FILE"
  static let summary =
    "shows the ASN.1 values of a DER or PEM file with their offsets, even if the file is malformed"
  static let details = [
    "Each line shows the offset of an ASN.1 value, the numbers of its header and content",
    "bytes, and its type. An error is shown after an exclamation mark below the line of the",
    "malformed value, and the command ends with status 1. The numbers of a private key are",
    "hidden without --secrets.",
  ]
  static let examples = ["apus cert asn1 server.pem", "apus cert asn1 broken.der --format json"]
  static let failure = "the file is malformed, and is shown up to the error"
  static let statuses: [ExitStatus] = [.failure, .unreadable]
  static let options = [
    OutputFormat.option, Option("secrets", "also shows the secret numbers of private keys"),
  ]

  /// A part of the input file that the command decodes as DER.
  private struct Piece {
    let title: String?
    let bytes: [UInt8]
    /// A Boolean value that indicates whether the PEM label is the label of a private key.
    let isSecret: Bool
  }

  private let path: FilePath
  private let format: OutputFormat
  private let showsSecrets: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    path = try arguments.onlyOperand(Self.operands).path
    format = try arguments.choice("format", default: .text)
    showsSecrets = arguments.has("secrets")
  }

  func run(_ console: inout Console) -> ExitStatus {
    var pieces: [Piece] = []
    let isReadable: Bool
    do throws(SystemError) {
      let contents = try console.contents(of: path)
      isReadable = Self.read(contents, into: &pieces, &console)
    } catch {
      console.complain("\(error)")
      return .unreadable
    }
    guard !pieces.isEmpty else {
      console.complain("the file \(Console.shown(path)) contains no DER or PEM")
      return .unreadable
    }
    let dumps = pieces.map { piece in
      let dump = ASN1.Dump(piece.bytes.span)
      let secrets =
        showsSecrets ? [] : SecretNodes(in: dump, isAllSecret: piece.isSecret).indices
      return RedactedDump(dump, secrets)
    }
    switch format {
    case .text:
      for (piece, dump) in zip(pieces, dumps) {
        if let title = piece.title { console.print("\(title):") }
        console.print(dump.lines.joined(separator: "\n"))
      }
    case .json:
      console.print(
        X509.Document.members([
          X509.Document.Member("schema", "apus.asn1/1"),
          X509.Document.Member(
            "pieces", .list(zip(pieces, dumps).map { Self.document($0.title, $1) })),
        ]).json)
    }
    if dumps.contains(where: { !$0.secrets.isEmpty }) {
      console.complain("the numbers of the private key are hidden: type --secrets to show them")
    }
    guard isReadable else { return .unreadable }
    return dumps.allSatisfy { $0.dump.firstProblem == nil && $0.dump.isComplete }
      ? .success : .failure
  }

  /// Adds the PEM sections of a text file, or all bytes of a binary file. Returns `false` if the
  /// file is damaged.
  private static func read(
    _ bytes: [UInt8], into pieces: inout [Piece], _ console: inout Console
  ) -> Bool {
    var scanner = PEM.Scanner()
    var (isText, isReadable) = (false, true)
    while bytes.first != 0x30 {
      do throws(ASN1Error) {
        guard let section = try scanner.next(in: bytes.span) else { break }
        isText = true
        let label = ForeignText.escaped(section.label.rawValue.utf8)
        pieces.append(
          Piece(
            title: "line \(section.line), \(label)", bytes: try section.bytes(in: bytes.span),
            isSecret: section.label.namesPlainPrivateKey))
      } catch {
        (isText, isReadable) = (true, false)
        console.complain("\(error)")
      }
    }
    if !isText, !bytes.isEmpty {
      pieces.append(Piece(title: nil, bytes: bytes, isSecret: false))
    }
    return isReadable
  }

  private static func document(_ title: String?, _ redacted: RedactedDump) -> X509.Document {
    let nodes = redacted.dump.nodes.enumerated().map { index, node -> X509.Document in
      var members: [X509.Document.Member] = [
        X509.Document.Member("offset", .number(Int64(node.start))),
        X509.Document.Member("depth", .number(Int64(node.depth))),
        X509.Document.Member("headerByteCount", .number(Int64(node.headerByteCount))),
        X509.Document.Member("byteCount", .number(Int64(node.byteCount))),
      ]
      if let tag = node.tag { members.append(X509.Document.Member("type", .text(tag.name))) }
      let preview = redacted.preview(of: index)
      if !preview.isEmpty { members.append(X509.Document.Member("preview", .text(preview))) }
      if let problem = node.problem {
        members.append(X509.Document.Member("problem", .text("\(problem)")))
      }
      return .members(members)
    }
    let named = title.map { [X509.Document.Member("title", .text($0))] } ?? []
    return .members(named + [X509.Document.Member("values", .list(nodes))])
  }
}

extension PEM.Label {
  /// A Boolean value that indicates whether the PEM label is the label of an unencrypted private
  /// key.
  fileprivate var namesPlainPrivateKey: Bool {
    rawValue.utf8.suffix(11).elementsEqual("PRIVATE KEY".utf8) && self != .encryptedPrivateKey
  }
}
