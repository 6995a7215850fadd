"""Certificates for tests of the page over TLS, made on the spot by openssl."""
import os
import ssl
import subprocess

NAMES = "DNS:localhost,IP:127.0.0.1,DNS:ladder.example"


def issue(folder, name="cert"):
    """The paths of a new self-signed certificate and its key."""
    certificate, key = os.path.join(folder, f"{name}.pem"), os.path.join(folder, f"{name}-key.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                    "-subj", f"/CN={name}", "-addext", f"subjectAltName={NAMES}", "-keyout", key, "-out", certificate],
                   check=True, capture_output=True)
    return certificate, key


def trusting(certificate):
    """A client's context that trusts this certificate and nothing else."""
    return ssl.create_default_context(cafile=certificate)
