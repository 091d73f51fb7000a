import ApusNet
import TestSupport
import Testing

@testable import ApusCommand

/// Requests and certificates that the tool makes, as OpenSSL reads them.
@Suite(.ownThread, .timeLimit(.minutes(15))) struct MakingCommandsTests {
  @Test func `OpenSSL accepts a certificate request, and only its owner can read the key`() throws {
    let run = try RunningTool(
      "umask 000; \"$tool\" cert request shop.example '*.shop.example' 10.0.0.1 ::1 a@b.example "
        + "--organization 'Größe & Co' --new-key key.pem --output shop.csr && "
        + "openssl req -in shop.csr -noout -verify -text 2>&1 && stat -c %a key.pem shop.csr")
    #expect(run.status == 0, "\(run.complaints)")
    for text in [
      "verify OK", "CN = shop.example", "DNS:shop.example", "DNS:*.shop.example",
      "IP Address:10.0.0.1", "IP Address:0:0:0:0:0:0:0:1", "email:a@b.example",
      "TLS Web Server Authentication", "Digital Signature", "\n600\n644\n",
    ] {
      #expect(run.output.contains(text), "\(text): \(run.output)")
    }
  }

  @Test(arguments: ["p256", "p384", "p521", "ed25519"])
  func `OpenSSL accepts a self-signed certificate of each key type for its names`(_ type: String)
    throws
  {
    let run = try RunningTool(
      "\"$tool\" cert self-signed localhost 127.0.0.1 --new-key k.pem --key-type \(type) "
        + "--days 7 --output c.pem && openssl verify -CAfile c.pem -purpose sslserver "
        + "-x509_strict -verify_hostname localhost c.pem && "
        + "openssl verify -CAfile c.pem -verify_ip 127.0.0.1 c.pem && "
        + "openssl x509 -in c.pem -noout -checkend 600000 && "
        + "{ openssl x509 -in c.pem -noout -checkend 605000 || true; } && "
        + "\"$tool\" cert matches k.pem c.pem && "
        + "\"$tool\" cert verify c.pem --roots c.pem --host localhost")
    #expect(run.status == 0, "\(run.output)\(run.complaints)")
    #expect(run.output.contains("will expire") && run.output.contains("valid as the server"))
  }

  @Test func `a certificate command never overwrites a file and writes no file on failure`() throws
  {
    let folder = try TrialFolder(["key.pem": Array("mine".utf8), "c.pem": Array("mine".utf8)])
    let key = try RunningTool(
      "\"$tool\" cert request a.example --new-key key.pem --output r.csr", in: folder)
    #expect(key.status == 3 && key.complaints.contains("key.pem"), "\(key.complaints)")
    let output = try RunningTool(
      "\"$tool\" cert self-signed a.example --new-key new.pem --output c.pem", in: folder)
    #expect(output.status == 3 && output.complaints.contains("c.pem"))
    #expect(try folder.names().filter { !$0.hasPrefix(".") } == ["c.pem", "key.pem"])
    #expect(try folder.bytes(of: "key.pem") == Array("mine".utf8))
  }

  @Test func `cert request reads a key from a file or encrypts a new key with a password`() throws {
    let rsa = Trial.fixture("keys/rsa.pem")
    let run = try RunningTool(
      "\"$tool\" cert request --common-name 'worker 7' --purpose client --key '\(rsa)' >r.csr && "
        + "openssl req -in r.csr -noout -verify -text && "
        + "APUS_NEW_PASSWORD=apus \"$tool\" cert request a.example --new-key k.pem >/dev/null && "
        + "grep -c 'BEGIN ENCRYPTED' k.pem && openssl pkey -in k.pem -passin pass:apus -noout && "
        + "APUS_PASSWORD=apus \"$tool\" cert request a.example --key k.pem | openssl req -noout")
    #expect(run.status == 0, "\(run.output)\(run.complaints)")
    #expect(run.output.contains("TLS Web Client Authentication"))
    #expect(run.output.contains("CN = worker 7"))
  }

  @Test func `cert request copies the subject, names and uses from a template certificate`() throws
  {
    let run = try RunningTool(
      "\"$tool\" cert request --template '\(Trial.server)' --new-key k.pem >one.csr && "
        + "\"$tool\" cert request --template one.csr --key k.pem >two.csr && "
        + "\"$tool\" cert request other.internal --template one.csr --key k.pem >three.csr && "
        + "for i in one two three; do openssl req -in $i.csr -noout -verify -text; done")
    #expect(run.status == 0, "\(run.output)\(run.complaints)")
    #expect(run.output.split(separator: "CN = db.internal.example").count == 4)
    #expect(run.output.split(separator: "DNS:db.internal.example").count >= 3)
    #expect(run.output.contains("DNS:other.internal"))
    let none = try RunningTool(
      "\"$tool\" cert request --template '\(Trial.fixture("keys/p256.pem"))' --new-key k.pem")
    #expect(
      none.status == 3
        && none.complaints.contains("contains neither a certificate nor a certificate request"))
  }

  @Test(arguments: [
    ["request"], ["request", "a.example"], ["request", "a b", "--new-key", "k"],
    ["request", "a.example", "--key", "a", "--new-key", "k"],
    ["request", "a.example", "--key", "a", "--key-type", "p384"],
    ["self-signed", "a.example", "--new-key", "k", "--days", "0"],
    ["self-signed", "a.example", "--new-key", "k", "--days", "3651"],
    ["self-signed", "*.10.0.0.1", "--new-key", "k"],
    ["request", "--template", "t", "--common-name", "a", "--new-key", "k"],
    ["authority"], ["authority", "dev", "a b"],
  ])
  func `missing and mutually exclusive options of certificate commands are rejected`(
    _ words: [String]
  ) async {
    let trial = await Trial(["cert"] + words)
    #expect(trial.status == .usage && trial.output.isEmpty, "\(trial.complaints)")
  }
}
