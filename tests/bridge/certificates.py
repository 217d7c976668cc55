"""An authority of our own, what it signs, and a stranger; by the system's openssl."""

import shutil
import subprocess

from tests.hardware.tools import absent


def certificates(folder):
    """Files in `folder`: ca, server, guest, stranger, each .pem and .key."""
    if shutil.which("openssl") is None:
        absent("openssl")
    for name in ("ca", "stranger"):
        openssl(folder, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                "-nodes", "-days", "3650", "-subj", f"/CN={name}", "-keyout", f"{name}.key",
                "-out", f"{name}.pem")
    for name in ("server", "guest"):
        openssl(folder, "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
        (folder / "names").write_text("subjectAltName=IP:127.0.0.1,DNS:localhost\n")
        openssl(folder, "x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
                "-CAcreateserial", "-days", "3650", "-extfile", "names", "-out", f"{name}.pem")
    for key in folder.glob("*.key"):
        key.chmod(0o644)  # the broker may run as another user


def openssl(folder, *words):
    """One step."""
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)
